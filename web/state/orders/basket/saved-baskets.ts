/**
 * Baskets that a user keeps under names: what is bought and sold, and how. Prices are not kept: a leg takes that of the market
 * when it is put into the basket again.
 */
import { EXCHANGES } from "#contract/domain/instruments.ts";
import type { OrderStart, TradeIntent } from "../../account/trading.ts";
import { createAccountSets } from "../../saved/account-sets.ts";
import { type Check, isNumber, isRecord } from "../../saved/storage.ts";
import type { BasketState } from "./basket.ts";
import type { AskedLeg } from "./basket-atom.ts";

export interface SavedLeg extends Omit<TradeIntent, "isLeg" | "start"> {
  readonly start: OrderStart;
}
export type SavedBasket = readonly SavedLeg[];

const isOf = (values: readonly unknown[], value: unknown): boolean => values.includes(value);

function isSavedLeg(leg: unknown): leg is SavedLeg {
  if (!isRecord(leg) || !isRecord(leg["start"])) return false;
  const { exchange, symbol, expiry, strike, type, side, start } = leg;
  const { qty, product, kind } = start;
  return (
    isOf(EXCHANGES, exchange) &&
    typeof symbol === "string" &&
    typeof expiry === "string" &&
    /^\d{4}-\d{2}-\d{2}$/.test(expiry) &&
    isNumber(strike) &&
    isOf(["CE", "PE", "FUT"], type) &&
    isOf(["B", "S"], side) &&
    isNumber(qty) &&
    qty > 0 &&
    isOf(["Intraday", "Margin"], product) &&
    isOf(["Limit", "Market"], kind)
  );
}

export const isSavedBasket: Check<SavedBasket> = (value): value is SavedBasket =>
  Array.isArray(value) && value.length > 0 && value.every(isSavedLeg);

/** Those of the account. */
export const savedBaskets = createAccountSets<SavedBasket>("baskets", isSavedBasket);

/** The legs as they stand; undefined while one has no price yet: what the user wants of it is not known before. */
export function toSaved(asked: readonly AskedLeg[], { legs }: Pick<BasketState, "legs">): SavedBasket | undefined {
  const saved = asked.flatMap(({ id, intent }): SavedBasket => {
    const draft = legs.find((leg) => leg.id === id)?.draft;
    if (draft === undefined) return [];
    const { isLeg: _, ...leg } = intent;
    const product = draft.productType === "Intraday" ? "Intraday" : "Margin";
    const kind = draft.type === "Market" ? "Market" : "Limit";
    return [{ ...leg, start: { qty: draft.qty, product, kind } }];
  });
  return saved.length > 0 && saved.length === asked.length ? saved : undefined;
}

export const intentsOf = (basket: SavedBasket): readonly TradeIntent[] =>
  basket.map((leg) => ({ ...leg, isLeg: true }));
