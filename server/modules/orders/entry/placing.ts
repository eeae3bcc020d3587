/** New orders: what the browser sent, made into orders of listed contracts, checked, and submitted. */
import { STRATEGY_STOPPED_WORDS } from "#contract/domain/orders/guards.ts";
import type { ChildOrder, OrderItem } from "#contract/domain/orders/order.ts";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { AppError } from "../../../platform/errors.ts";
import type { DayStanding } from "../guards/day-standing.ts";
import type { Holding } from "../guards/holding.ts";
import type { Submission } from "../intents/intent.ts";
import { outcomeOf } from "../intents/outcome.ts";
import type { Submitting } from "../intents/submitting.ts";
import { type Check, checkGuards, checkOrder } from "./checks.ts";
import type { Listing, Tradable } from "./listing.ts";

export interface PlacingDeps {
  readonly submitting: Submitting;
  readonly holding: Holding;
  readonly standingOf: DayStanding;
  readonly listing: Listing;
}

/** @returns what became of each item, in their order. @throws AppError 400 for what is not listed, 409 */
export type Place = (
  connection: Connection,
  submission: Submission,
  items: readonly OrderItem[],
) => Promise<readonly Outcome[]>;

export function createPlacing({ submitting, holding, standingOf, listing }: PlacingDeps): Place {
  return async (connection, submission, items) => {
    const { accountId, port } = connection;
    const known = await submitting.known(accountId, submission);
    if (known !== undefined) return known.map(outcomeOf);
    const orders = items.map((item) => ({ ...orderOf(item, listing), strategy: item.strategy }));
    const { stopped, stoppedStrategies, limits } = await holding.of(accountId, port.facts.isPractice);
    const standing = await standingOf(connection, limits);
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
    return (await submitting.submit(connection, submission, asked, 0, { day: standing.day })).map(outcomeOf);
  };
}

/** @throws AppError 400 for what is not listed, and where name and token are of different futures */
export function orderOf(
  item: OrderItem,
  listing: Listing,
): { readonly order: ChildOrder; readonly tradable: Tradable } {
  const { symbol, securityId, offlineOrder: _, strategy: __, ...order } = item;
  const tradable = listing.bySymbol(symbol);
  if (tradable === undefined) throw new AppError("bad-request", `${symbol} is not listed today`);
  if (isOfAnother(securityId, tradable, listing))
    throw new AppError(
      "bad-request",
      `${symbol} is not the future that was asked for: its securityId is another one's`,
    );
  return { tradable, order: { ...order, contract: tradable.key, lot: tradable.lot, tick: tradable.tick } };
}

/**
 * A month's name is the monthly future's alone. A client that leaves out the day of a weekly one means another contract
 * than it names, and its token says so. Other tokens are not looked at: kept legs may have those of another day.
 */
function isOfAnother(securityId: string, { key, token }: Tradable, listing: Listing): boolean {
  if (key.type !== "FUT" || securityId === "" || securityId === String(token)) return false;
  const month = key.expiry.slice(0, 7);
  const sameMonth = listing
    .ofUnderlying(key.underlying)
    .filter(({ type, expiry, exchange }) => type === "FUT" && exchange === key.exchange && expiry.startsWith(month));
  return sameMonth.some((other) => String(listing.byContract(other)?.token) === securityId);
}
