/** Puts the orders module together: intents, what sends them, what finds out about them, limits, and the calls. */
import type { Registry } from "prom-client";
import type { AddressRefusal } from "#contract/wire/http/orders.ts";
import type { Connection, Connections } from "../../brokers/connections.ts";
import type { Governor } from "../../brokers/governor.ts";
import type { Handoff } from "../../brokers/handoff/handoff.ts";
import type { BrokerModes } from "../../brokers/modes.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { RateLimits } from "../../platform/limits/rate-limits.ts";
import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import { createSerial } from "../../platform/serial.ts";
import type { PersonalData } from "../../platform/users/personal-data.ts";
import { createAtBroker } from "./at-broker.ts";
import { addressRefusals } from "./books/address-refusal.ts";
import { createBookNews } from "./books/book-news.ts";
import { createBooks } from "./books/books.ts";
import { createDraftRepository } from "./drafts/draft-repository.ts";
import { registerDrafts } from "./drafts/draft-routes.ts";
import { createChanging } from "./entry/changing.ts";
import { createExiting, type ExitingDeps } from "./entry/exiting.ts";
import { createLeftoverGtts } from "./entry/leftover-gtts.ts";
import type { Listing } from "./entry/listing.ts";
import { createPlacing } from "./entry/placing.ts";
import { createFollowRepository } from "./following/follow-repository.ts";
import { createFollowing } from "./following/following.ts";
import { createCancelling } from "./guards/cancelling.ts";
import { createDayStanding } from "./guards/day-standing.ts";
import { createGuardRepository } from "./guards/guard-repository.ts";
import { registerGuards } from "./guards/guard-routes.ts";
import { createHolding } from "./guards/holding.ts";
import { exportHandoffs, registerHanding } from "./handing/handing.ts";
import { exportChain } from "./intents/chain.ts";
import { createIntentRepository } from "./intents/intent-repository.ts";
import { createLedger } from "./intents/ledger.ts";
import { createOrderNews } from "./intents/order-news.ts";
import { createResolver } from "./intents/resolver.ts";
import { createSending } from "./intents/sending.ts";
import { createSubmitting } from "./intents/submitting.ts";
import { converting, otherExits } from "./intents/under-way.ts";
import { createOrdersMetrics } from "./orders-metrics.ts";
import { registerOrders } from "./routes.ts";
import { booksEnd, dayBegan } from "./trading-day.ts";
import { registerTriggers } from "./triggers/trigger-routes.ts";
import { createTriggers } from "./triggers/triggers.ts";
import { createWatchRepository } from "./watching/watch-repository.ts";
import { registerWatching } from "./watching/watch-routes.ts";
import { createWatching } from "./watching/watching.ts";

export interface OrdersDeps {
  readonly orm: Orm;
  readonly connections: Connections;
  readonly governor: Governor;
  readonly listing: Listing;
  readonly news: Pick<News, "tellUser" | "wake">;
  readonly personalData: PersonalData;
  readonly rateLimits: RateLimits;
  /** Where users reach the server, without a slash at its end. */
  readonly publicUrl: string;
  readonly modes: BrokerModes;
  /** Where baskets are handed over to; undefined: nowhere. */
  readonly handoff: Handoff | undefined;
  /** Whether quotes may be old. */
  readonly isFeedTroubled: () => boolean;
  readonly registry: Registry;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface Orders {
  register(bind: Bind): void;
  /** When the broker last refused an order of today for the address that it came from. */
  readonly addressRefusal: (connection: Connection) => Promise<AddressRefusal | undefined>;
  /**
   * Gives up what an earlier process left half done, and looks after what nobody confirmed.
   * @param isAlone no other process sends orders: what stands half done is an earlier one's, however fresh.
   * @returns what stops it.
   */
  start(isAlone: boolean): () => Promise<void>;
}

export function createOrders(given: OrdersDeps): Orders {
  const { orm, connections, listing, clock } = given;
  const log = given.log.child({ part: "orders" });
  const intents = createIntentRepository(orm);
  const guards = createGuardRepository(orm);
  const holding = createHolding(guards);
  const metrics = createOrdersMetrics(given.registry);
  const news = createOrderNews(given.news, log);
  const send = createSending({ intents, governor: given.governor, news, clock, log });
  const submitting = createSubmitting({ intents, connections, send, metrics, clock });
  const bookNews = createBookNews({ connections, news: given.news, intents, clock, log });
  const resolver = createResolver({ intents, connections, news, metrics, clock, log, dayEnds: booksEnd });
  given.personalData.register("orders", (accountId) => intents.export(accountId));
  given.personalData.register("orderChain", (accountId) => exportChain(orm, accountId));
  const follows = createFollowRepository(orm);
  given.personalData.register("orderFollows", (accountId) => follows.export(accountId));
  const ledger = createLedger(orm, clock);
  const inConversion: ExitingDeps["converting"] = (accountId, broker) =>
    converting(orm, { accountId, broker }, clock.now());
  const changing = createChanging({
    ...{ submitting, intents, holding, listing, ledger, clock },
    converting: inConversion,
  });
  const following = createFollowing({
    ...{ follows, connections, changing, holding, listing, clock, log },
    ...{ news: given.news, modes: given.modes, isFeedTroubled: given.isFeedTroubled },
  });
  const serially = createSerial();
  const exit = createExiting({
    ...{ submitting, listing, ledger, leftovers: createLeftoverGtts({ submitting, intents, clock }), clock },
    otherExits: (accountId, key) => otherExits(orm, accountId, key, clock.now()),
    converting: inConversion,
    serially,
  });
  const cancel = createCancelling({ submitting, clock, log });
  const watches = createWatchRepository(orm);
  given.personalData.register("strategyWatches", (accountId) => watches.export(accountId));
  const watching = createWatching({
    ...{ watches, connections, ledger, cancel, exit, clock, log, news: given.news, modes: given.modes },
  });
  const standingOf = createDayStanding({
    ...{ intents, listing, isFeedTroubled: given.isFeedTroubled },
    dayBegan: () => dayBegan(clock.now()),
  });
  const atBroker = createAtBroker({ connections, watch: bookNews.watch });
  const routes = registerOrders({
    atBroker,
    intents,
    resolver,
    place: createPlacing({ submitting, holding, standingOf, listing }),
    changing,
    following,
    exit,
    books: createBooks(listing, clock, ledger, following),
    listing,
    serially,
  });
  const drafts = createDraftRepository(orm);
  given.personalData.register("orderHandoffs", (accountId) => exportHandoffs(orm, accountId));
  given.personalData.register("orderDrafts", (accountId) => drafts.export(accountId));
  return {
    addressRefusal: addressRefusals(intents, () => dayBegan(clock.now())),
    register(bind) {
      routes(bind);
      const { news: told, rateLimits, publicUrl } = given;
      registerDrafts({ orm, drafts, listing, news: told, rateLimits, publicUrl, clock, log })(bind);
      registerWatching({ connections, watching })(bind);
      registerHanding({ orm, handoff: given.handoff, guards, listing, clock })(bind);
      registerTriggers(atBroker, listing, createTriggers({ submitting, holding, standingOf, listing }))(bind);
      registerGuards({ orm, guards, connections, cancel, ledger, news: given.news, clock, log })(bind);
    },
    start(isAlone) {
      if (isAlone) {
        resolver
          .recover(0)
          .catch((error: unknown) => log.error({ err: error }, "half-done orders could not be given up"));
      }
      const stops = [resolver.start(), following.start(isAlone), watching.start(isAlone)];
      return async () => {
        bookNews.stop();
        for (const stop of stops) await stop();
      };
    },
  };
}
