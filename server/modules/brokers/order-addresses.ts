/**
 * Which address of the server is whose: brokers take orders from one registered address a client, and from a family at most. A user
 * is given one at the first login to a broker that asks for it, and keeps it at every such broker; who gets none does not connect.
 */
import { and, eq, inArray } from "drizzle-orm";
import { type BrokerModes, needsOwnAddress } from "../../brokers/modes.ts";
import { BrokerError, type BrokerPort } from "../../brokers/port.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import type { EgressAddress } from "../../platform/env/brokers.ts";
import { AppError } from "../../platform/errors.ts";
import { audit } from "../../platform/users/audit.ts";
import { account } from "../accounts/schema.ts";
import { orderAddress, orderClient, orderFamily } from "./schema.ts";

export interface OrderAddresses {
  /** Whether the broker has to know from where its user's orders come: a real one, with a key of the user's own. */
  isNeeded(port: Pick<BrokerPort, "facts">): boolean;
  /** The account's, while the operator still names it; undefined where it was given none. */
  of(accountId: string): Promise<EgressAddress | undefined>;
  /** The account's, given now where it has none. @throws AppError 403 where every address is another's. */
  give(accountId: string): Promise<EgressAddress>;
  /** Notes for whom orders leave by the account's address. @throws BrokerError for a second client of the broker */
  admit(accountId: string, broker: string, brokerUserId: string): Promise<void>;
  /** What is kept of it about the account. */
  export(accountId: string): Promise<unknown>;
}

export interface OrderAddressesDeps {
  readonly orm: Orm;
  /** As the operator names them; empty: the machine has one, which is nobody's twice either. */
  readonly pool: readonly EgressAddress[];
  readonly modes: BrokerModes;
  readonly clock: Pick<WallClock, "now">;
}

/** The machine's own, whichever that is. */
export const OWN_ADDRESS: EgressAddress = { local: "", seen: "" };

const NONE_FREE =
  "Every address of this server for orders is another user's, and brokers take one client from each: ask who runs it for one of your own";
const secondClient = (known: string): string =>
  `Your orders leave by an address that is ${known}'s at this broker, and it takes one client from each: log in as ${known}, or ask who runs this server to mark you as a family`;

export function createOrderAddresses(deps: OrderAddressesDeps): OrderAddresses {
  const { orm, modes, clock } = deps;
  const pool = deps.pool.length === 0 ? [OWN_ADDRESS] : deps.pool;

  async function holderOf(accountId: string): Promise<string> {
    const [family] = await orm.select().from(orderFamily).where(eq(orderFamily.accountId, accountId));
    return family?.holder ?? accountId;
  }

  async function heldBy(holder: string): Promise<EgressAddress | undefined> {
    const [row] = await orm.select().from(orderAddress).where(eq(orderAddress.accountId, holder));
    return pool.find(({ local }) => local === row?.address);
  }

  /** Two users who come at once are told apart by the index: an address is in one row. */
  async function take(holder: string): Promise<EgressAddress | undefined> {
    const names = pool.map(({ local }) => local);
    const taken = await orm.select().from(orderAddress).where(inArray(orderAddress.address, names));
    const assignedAt = new Date(clock.now());
    for (const free of pool.filter(({ local }) => !taken.some(({ address }) => address === local))) {
      const row = { accountId: holder, address: free.local, assignedAt };
      const made = await orm.insert(orderAddress).values(row).onConflictDoNothing().returning();
      if (made.length === 0) continue;
      const detail = { address: free.local };
      await audit(orm, { at: assignedAt, action: "broker.address", accountId: holder, actor: "system", detail });
      return free;
    }
    return heldBy(holder);
  }

  return {
    isNeeded: (port) => needsOwnAddress(port, modes),
    of: async (accountId) => heldBy(await holderOf(accountId)),
    async give(accountId) {
      const holder = await holderOf(accountId);
      const held = await heldBy(holder);
      if (held) return held;
      // One that the operator names no longer is given up.
      await orm.delete(orderAddress).where(eq(orderAddress.accountId, holder));
      const taken = await take(holder);
      if (taken === undefined) throw new AppError("forbidden", NONE_FREE);
      return taken;
    },
    async admit(accountId, broker, brokerUserId) {
      await orm.insert(orderClient).values({ accountId, broker, brokerUserId }).onConflictDoNothing();
      const isOfBroker = and(eq(orderClient.accountId, accountId), eq(orderClient.broker, broker));
      const [known] = await orm.select().from(orderClient).where(isOfBroker);
      if (known === undefined || known.brokerUserId === brokerUserId) return;
      const [family] = await orm.select().from(orderFamily).where(eq(orderFamily.accountId, accountId));
      if (family === undefined) throw new BrokerError("refused", secondClient(known.brokerUserId));
    },
    async export(accountId) {
      const [own] = await orm.select().from(orderAddress).where(eq(orderAddress.accountId, accountId));
      const clients = await orm.select().from(orderClient).where(eq(orderClient.accountId, accountId));
      if (own === undefined && clients.length === 0) return undefined;
      return {
        address: own && (pool.find(({ local }) => local === own.address)?.seen ?? own.address),
        givenAt: own?.assignedAt,
        clients: clients.map(({ broker, brokerUserId }) => ({ broker, brokerUserId })),
      };
    },
  };
}

/** What the operator's command does and shows; addresses are those of this machine. */
export interface HeldAddress {
  readonly address: string;
  /** null: of an account that is deleted. */
  readonly email: string | null;
  readonly assignedAt: Date;
}

export const heldAddresses = (orm: Orm): Promise<readonly HeldAddress[]> =>
  orm
    .select({ address: orderAddress.address, email: account.email, assignedAt: orderAddress.assignedAt })
    .from(orderAddress)
    .leftJoin(account, eq(account.id, orderAddress.accountId))
    .orderBy(orderAddress.address);

/** It may be given to another client, and its user may come with another. @returns whether it was anybody's. */
export async function freeHeldAddress(orm: Orm, address: string, at: Date): Promise<boolean> {
  return orm.transaction(async (tx) => {
    const [freed] = await tx.delete(orderAddress).where(eq(orderAddress.address, address)).returning();
    if (freed === undefined) return false;
    const { accountId } = freed;
    if (accountId !== null) await tx.delete(orderClient).where(eq(orderClient.accountId, accountId));
    const whose = accountId === null ? {} : { accountId };
    await audit(tx, { at, action: "broker.address-freed", ...whose, actor: "operator", detail: { address } });
    return true;
  });
}

/** The account's orders leave by the holder's address. One of its own, where it has one, becomes free. */
export async function joinFamily(orm: Orm, accountId: string, holder: string): Promise<void> {
  await orm.transaction(async (tx) => {
    if (holder !== accountId) await tx.delete(orderAddress).where(eq(orderAddress.accountId, accountId));
    await tx
      .insert(orderFamily)
      .values({ accountId, holder })
      .onConflictDoUpdate({ target: orderFamily.accountId, set: { holder } });
  });
}
