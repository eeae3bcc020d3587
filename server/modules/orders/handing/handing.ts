/**
 * Hands a basket over to a broker's own page. The orders are checked as those that are sent are, and what was handed over is written
 * down. It makes no intent: nothing was placed as far as anybody here knows, and nothing is watched.
 */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { STOPPED_WORDS, STRATEGY_STOPPED_WORDS } from "#contract/domain/orders/guards.ts";
import { handOver } from "#contract/wire/http/orders.ts";
import type { Handoff } from "../../../brokers/handoff/handoff.ts";
import { BrokerError } from "../../../brokers/port.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Orm } from "../../../platform/database/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Bind } from "../../../platform/http/bind.ts";
import { audit } from "../../../platform/users/audit.ts";
import { checkGuards, checkOrder } from "../entry/checks.ts";
import type { Listing } from "../entry/listing.ts";
import { orderOf } from "../entry/placing.ts";
import { type GuardRepository, NO_GUARDS } from "../guards/guard-repository.ts";
import { orderHandoff } from "../schema.ts";

export interface HandingDeps {
  readonly orm: Orm;
  /** undefined where the operator has not set it up. */
  readonly handoff: Handoff | undefined;
  readonly guards: GuardRepository;
  readonly listing: Listing;
  readonly clock: Pick<WallClock, "now">;
}

/** How many went today, and what they earned, is not known here. */
const NOTHING_SENT = { ordersToday: 0, profitToday: undefined };

export const registerHanding =
  ({ orm, handoff, guards, listing, clock }: HandingDeps) =>
  (bind: Bind): void => {
    bind(handOver, async ({ user: { userId }, body: { data }, http }) => {
      if (handoff === undefined) throw new AppError("not-found", "Baskets are not handed over on this server");
      const { facts, action } = handoff;
      const [limits = NO_GUARDS, stop, strategies] = await Promise.all([
        guards.find(userId),
        guards.stopped(userId),
        guards.stoppedStrategies(userId),
      ]);
      if (stop !== undefined) throw new AppError("forbidden", STOPPED_WORDS[stop]);
      const held = facts.isPractice && !limits.inPractice ? NO_GUARDS : limits;
      const orders = data.map((item) => {
        const { order, tradable } = orderOf(item, listing);
        const isStopped = item.strategy !== undefined && strategies.includes(item.strategy);
        const why =
          (isStopped ? STRATEGY_STOPPED_WORDS : undefined) ??
          checkOrder(order, tradable, facts) ??
          checkGuards(order, tradable, held, NOTHING_SENT);
        if (why !== undefined) throw new AppError("bad-request", `${item.symbol}: ${why}`);
        return order;
      });
      const id = randomUUID();
      const fields = await handoff.fields(orders, id).catch((error: unknown) => {
        if (!(error instanceof BrokerError)) throw error;
        throw new AppError(error.kind === "away" ? "unavailable" : "bad-request", error.message, { cause: error });
      });
      const at = new Date(clock.now());
      await orm.transaction(async (tx) => {
        await tx.insert(orderHandoff).values({ id, accountId: userId, broker: facts.id, orders, at });
        const detail = { broker: facts.id, orders: orders.length, practice: facts.isPractice };
        const { address } = http.get("client");
        await audit(tx, { at, action: "orders.handed-over", accountId: userId, address, detail });
      });
      return { data: { action, fields } };
    });
  };

export async function exportHandoffs(orm: Orm, accountId: string): Promise<unknown> {
  const rows = await orm
    .select()
    .from(orderHandoff)
    .where(eq(orderHandoff.accountId, accountId))
    .orderBy(orderHandoff.at);
  return rows.length === 0
    ? undefined
    : rows.map(({ broker, orders, at }) => ({ broker, orders, at, state: "handed over" }));
}
