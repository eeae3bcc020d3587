/** What users trade through: their connections to brokers, and orders. */
import type { Registry } from "prom-client";
import type { Governor } from "./brokers/governor.ts";
import type { Handoff } from "./brokers/handoff/handoff.ts";
import type { BrokerModes } from "./brokers/modes.ts";
import type { BrokerPort } from "./brokers/port.ts";
import { createVault, type VaultKey } from "./brokers/vault.ts";
import type { MarketView } from "./market/market-view.ts";
import { createOrderAddresses } from "./modules/brokers/order-addresses.ts";
import { registerBrokers } from "./modules/brokers/routes.ts";
import { createBrokerSessionRepository } from "./modules/brokers/session-repository.ts";
import { createBrokerSessions } from "./modules/brokers/sessions.ts";
import { createListing } from "./modules/orders/entry/listing.ts";
import { createOrders } from "./modules/orders/orders.ts";
import { createTrials } from "./modules/payments/trials.ts";
import type { WallClock } from "./platform/clocks.ts";
import type { Database } from "./platform/database/db.ts";
import { type EgressAddress, MASTER_KEY } from "./platform/env/brokers.ts";
import type { Bind } from "./platform/http/bind.ts";
import type { RateLimits } from "./platform/limits/rate-limits.ts";
import type { Log } from "./platform/log.ts";
import type { News } from "./platform/news/news.ts";
import type { Secrets } from "./platform/secrets.ts";
import type { PersonalData } from "./platform/users/personal-data.ts";
import { registerTradingData } from "./trading-data.ts";

export interface TradingDeps {
  readonly database: Database;
  readonly market: Pick<MarketView, "day" | "troubles">;
  /** Brokers that can be connected here, by id. */
  readonly ports: ReadonlyMap<string, BrokerPort>;
  readonly governor: Governor;
  /** Keys of the vault, the one that seals first; none: one of the master secret's. */
  readonly vaultKeys: readonly VaultKey[];
  /** From which orders leave, as brokers see them. */
  readonly addresses: readonly string[];
  /** Of this machine, by one of which each user's orders leave; none: by its own. */
  readonly egress: readonly EgressAddress[];
  readonly modes: BrokerModes;
  /** Where baskets are handed over to; undefined: nowhere. */
  readonly handoff: Handoff | undefined;
  /** No other process sends orders. */
  readonly isAlone: boolean;
  /** Where users reach the server, without a slash at its end. */
  readonly publicUrl: string;
  readonly rateLimits: RateLimits;
  readonly secrets: Secrets;
  readonly news: Pick<News, "tellUser" | "wake">;
  readonly personalData: PersonalData;
  readonly registry: Registry;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface Trading {
  readonly modules: readonly ((bind: Bind) => void)[];
  /** The id of the broker that the user is connected to now. @param includesPractice whether in practice counts */
  connectedBroker(accountId: string, includesPractice: boolean): Promise<string | undefined>;
  stop(): Promise<void>;
}

export function openTrading({ database, market, ports, vaultKeys, isAlone, ...deps }: TradingDeps): Trading {
  const { orm } = database;
  const { secrets, clock, egress, modes, personalData } = deps;
  const master = { name: MASTER_KEY, key: secrets.derive("broker vault", "") };
  // What the master secret sealed opens even when other keys seal.
  const [first = master, ...others] = [...vaultKeys, master];
  const orderAddresses = createOrderAddresses({ orm, pool: egress, modes, clock });
  personalData.register("orderAddress", (accountId) => orderAddresses.export(accountId));
  registerTradingData(personalData, orm);
  const sessions = createBrokerSessions({
    ...deps,
    orm,
    ports,
    addresses: orderAddresses,
    vault: createVault([first, ...others]),
    repository: createBrokerSessionRepository(orm),
  });
  const orders = createOrders({
    ...deps,
    orm,
    connections: sessions,
    listing: createListing(market, clock),
    // What a feed never had does not make its quotes old.
    isFeedTroubled: () => market.troubles().some(({ coverage }) => coverage !== true),
  });
  const trials = createTrials(secrets);
  const isTrialUsed = async (accountId: string): Promise<boolean> => (await trials.used(orm, accountId)).has("broker");
  const stopSessions = sessions.start();
  const stopOrders = orders.start(isAlone);
  return {
    modules: [
      registerBrokers({ ...deps, sessions, ports, orderAddresses, isTrialUsed, addressRefusal: orders.addressRefusal }),
      orders.register,
    ],
    async connectedBroker(accountId, includesPractice) {
      const connection = await sessions.live(accountId);
      return includesPractice || !connection?.port.facts.isPractice ? connection?.session.broker : undefined;
    },
    async stop() {
      stopSessions();
      await stopOrders();
    },
  };
}
