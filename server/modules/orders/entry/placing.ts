/** New orders: what the browser sent, made into orders of listed contracts, checked, and submitted. */
import { STRATEGY_STOPPED_WORDS } from "#contract/domain/orders/guards.ts";
import type { ChildOrder, OrderItem } from "#contract/domain/orders/order.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Holding } from "../guards/holding.ts";
import type { Submission } from "../intents/intent.ts";
import type { IntentRepository } from "../intents/intent-repository.ts";
import { outcomeOf } from "../intents/outcome.ts";
import type { Submitting } from "../intents/submitting.ts";
import { type Check, checkGuards, checkOrder, profitOf, type Standing } from "./checks.ts";
import type { Listing, Tradable } from "./listing.ts";

export interface PlacingDeps {
  readonly submitting: Submitting;
  readonly holding: Holding;
  readonly intents: Pick<IntentRepository, "countSince">;
  readonly listing: Listing;
  /** When the day of the user's limits began, ms. */
  readonly dayBegan: () => number;
}

/** @returns what became of each item, in their order. @throws AppError 400 for what is not listed, 409 */
export type Place = (
  connection: Connection,
  submission: Submission,
  items: readonly OrderItem[],
) => Promise<readonly Outcome[]>;

export function createPlacing({ submitting, holding, intents, listing, dayBegan }: PlacingDeps): Place {
  return async (connection, submission, items) => {
    const { accountId, port, session } = connection;
    const known = await submitting.known(accountId, submission);
    if (known !== undefined) return known.map(outcomeOf);
    const orders = items.map((item) => ({ ...orderOf(item, listing), strategy: item.strategy }));
    const { stopped, stoppedStrategies, limits } = await holding.of(accountId, port.facts.isPractice);
    const { ordersPerDay, lossPerDay } = limits;
    const standing: Standing = {
      ordersToday: ordersPerDay === null ? 0 : await intents.countSince(accountId, new Date(dayBegan())),
      profitToday: lossPerDay === null ? undefined : profitOf(await port.positions(session)),
    };
    const asked = orders.map(({ order, tradable, strategy }, at) => {
      const sofar = { ...standing, ordersToday: standing.ordersToday + at };
      const isStopped = strategy !== undefined && stoppedStrategies.includes(strategy);
      const refusal: Check =
        stopped ??
        (isStopped ? STRATEGY_STOPPED_WORDS : undefined) ??
        checkOrder(order, tradable, port.facts) ??
        checkGuards(order, tradable, limits, sofar);
      return { request: { kind: "place", order, ...(strategy !== undefined && { strategy }) } as const, refusal };
    });
    return (await submitting.submit(connection, submission, asked)).map(outcomeOf);
  };
}

/** @throws AppError 400 for what is not listed */
export function orderOf(
  item: OrderItem,
  listing: Listing,
): { readonly order: ChildOrder; readonly tradable: Tradable } {
  const { symbol, securityId: _, offlineOrder: __, strategy: ___, ...order } = item;
  const tradable = listing.bySymbol(symbol);
  if (tradable === undefined) throw new AppError("bad-request", `${symbol} is not listed today`);
  return { tradable, order: { ...order, contract: tradable.key, lot: tradable.lot, tick: tradable.tick } };
}
