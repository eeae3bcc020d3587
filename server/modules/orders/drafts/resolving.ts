/** Finds what a posted order means among what is listed today; what is not is refused with the closest that is. */
import type { ContractKey } from "#contract/domain/instruments.ts";
import type { DraftLeg } from "#contract/wire/http/order-drafts.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Listing } from "../entry/listing.ts";
import type { LegWish } from "./hook-body.ts";

/** @throws AppError 400, 503 before a day is open */
export function resolveLeg(wish: LegWish, listing: Pick<Listing, "byContract" | "ofUnderlying">): DraftLeg {
  const { place, symbol, type, side, product, price } = wish;
  const refuse = (words: string): never => {
    throw new AppError("bad-request", place + words);
  };
  const listed = listing.ofUnderlying(symbol).filter((key) => key.type === type);
  if (listed.length === 0) return refuse(`${symbol} has no ${type} that is listed today`);
  const key = keyOf(wish, listed) ?? refuse(closest(wish, listed));
  const tradable = listing.byContract(key) ?? refuse(`${symbol} is not listed any more`);
  const { lot } = tradable;
  const qty = "lots" in wish.size ? wish.size.lots * lot : wish.size.units;
  if (qty % lot !== 0) return refuse(`quantity: ${qty} is not in lots of ${lot}`);
  const { exchange, expiry, strike } = key;
  return { exchange, symbol, expiry, strike, type, side, qty, product, price };
}

const expiriesOf = (listed: readonly ContractKey[]): readonly string[] =>
  [...new Set(listed.map(({ expiry }) => expiry))].toSorted();

/** The nearest expiry that is listed has it, where none was named. */
function keyOf({ expiry, strike }: LegWish, listed: readonly ContractKey[]): ContractKey | undefined {
  const day = expiry ?? expiriesOf(listed)[0];
  return listed.find((key) => key.expiry === day && key.strike === strike);
}

function closest({ symbol, type, expiry, strike }: LegWish, listed: readonly ContractKey[]): string {
  const expiries = expiriesOf(listed);
  if (expiry !== undefined && !expiries.includes(expiry)) {
    const [near] = expiries.toSorted((a, b) => daysFrom(expiry, a) - daysFrom(expiry, b));
    return `expiry: ${symbol} has no ${type} of ${expiry} today; the closest is ${near}`;
  }
  const day = expiry ?? expiries[0];
  const [near] = listed
    .filter((key) => key.expiry === day)
    .toSorted((a, b) => Math.abs(a.strike - strike) - Math.abs(b.strike - strike));
  return `strike: ${symbol} ${day} has no ${type} of ${strike} today; the closest is ${near?.strike}`;
}

const daysFrom = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other));
