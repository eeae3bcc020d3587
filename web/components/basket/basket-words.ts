/** What became of a leg of the basket, in words. Pure. */

import { formats } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import type { BasketLeg, BasketState } from "../../state/orders/basket/basket.ts";
import { type Child, type ChildState, countOf, isFilled, readingWords } from "../../state/orders/child.ts";
import { priceFormat } from "../orders/ticket-words.ts";

export interface LegWords {
  readonly state: string;
  /** '' for nothing. */
  readonly detail: string;
  readonly tone: "done" | "refused" | "doubt" | undefined;
}

/** The state of the whole leg: what is in doubt before what was refused, that before what is done. */
export function legWords({ children, draft }: BasketLeg, basket: BasketState): LegWords {
  const count = (state: Parameters<typeof countOf>[1]): number => countOf(children, state);
  const of = children.length > 1 ? ` ${count("placed")} of ${children.length}` : "";
  const why = children.find(({ state, message }) => state === "rejected" && message !== "")?.message ?? "";
  if (count("unknown") > 0)
    return {
      state: "Not confirmed",
      detail: `It may have gone through; it is never sent again by itself. ${readingWords(children)}`,
      tone: "doubt",
    };
  if (count("rejected") > 0) return { state: `Rejected${of && `,${of} placed`}`, detail: why, tone: "refused" };
  if (count("sending") > 0) return { state: "Sent", detail: "", tone: undefined };
  if (count("dropped") > 0) return { state: "Dropped", detail: "not sent", tone: undefined };
  if (count("waiting") === 0) return { ...placedWords(children, of), detail: fillWords(children, draft.symbolName) };
  return { state: draft.side === -1 ? waitsWords(basket) : "Waits", detail: "not sent", tone: undefined };
}

/** Of a leg that the broker has taken whole. */
function placedWords(children: readonly Child[], of: string): Omit<LegWords, "detail"> {
  if (children.every(isFilled)) return { state: "Filled", tone: "done" };
  const fills = children.flatMap(({ fill }) => (fill ? [fill] : []));
  const isTraded = fills.some(({ price }) => price > 0);
  const isOver = fills.length === children.length && fills.every((fill) => fill.isOver);
  if (isTraded) return { state: isOver ? "Partly filled, the rest ended" : "Partly filled", tone: undefined };
  return isOver ? { state: "Ended, nothing filled", tone: "refused" } : { state: `Placed${of}`, tone: "done" };
}

/** '130 at 18.15 · 13:20:31 · order 2608180412': what has traded, when the last of it did, and as which order. */
function fillWords(children: readonly Child[], symbol: string): string {
  const traded = children.flatMap(({ fill }) => (fill && fill.price > 0 ? [fill] : []));
  const last = traded
    .map(({ at }) => at)
    .sort()
    .at(-1);
  const [only] = children;
  const order = children.length === 1 && only?.details ? [`order ${only.details.id}`] : [];
  if (last === undefined) return order.join("");
  const qty = traded.reduce((sum, fill) => sum + fill.qty, 0);
  const value = traded.reduce((sum, fill) => sum + fill.qty * fill.price, 0);
  const amount = Number.isNaN(qty)
    ? "a part of it"
    : `${formats.whole.text(qty)} at ${priceFormat(symbol).text(value / qty)}`;
  return [amount, last, ...order].join(" · ");
}

/** 'Waits for leg 2': the buys that keep a sell back. */
function waitsWords({ legs }: BasketState): string {
  const open = legs.findIndex(({ draft, children }) => draft.side === 1 && countOf(children, "unknown") > 0);
  return open < 0 ? "Waits" : `Waits for leg ${open + 1}`;
}

/** '1 filled · 1 not confirmed · 2 waiting'. */
export function basketSummary({ legs }: BasketState): string {
  const children = legs.flatMap((leg) => leg.children);
  const filled = children.filter(isFilled).length;
  const parts = [
    [filled, "filled"],
    [countOf(children, "placed") - filled, "placed"],
    [countOf(children, "rejected"), "rejected"],
    [countOf(children, "unknown"), "not confirmed"],
    [countOf(children, "sending"), "on their way"],
    [countOf(children, "waiting"), "waiting"],
    [countOf(children, "dropped"), "dropped"],
  ] as const;
  return parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])).join(" · ");
}

const contractOf = ({ draft: { strike, cepe, symbolName } }: Pick<BasketLeg, "draft">): string =>
  cepe === "FUT" ? `${symbolName} FUT` : `${strikeText(strike)} ${cepe}`;

/** '+130 24,700 CE'. */
export const amountWords = (leg: Pick<BasketLeg, "draft">, units: number): string =>
  `${Number.isNaN(units) ? "a part of" : formats.signedWhole.text(units)} ${contractOf(leg)}`;

/** What was not bought, or not all of it, and what would be sold without it. */
export function unhedgedWords({ legs }: Pick<BasketState, "legs">): string {
  const of = (state: ChildState): string =>
    legs
      .filter(({ children }) => countOf(children, state) > 0)
      .map(contractOf)
      .join(", ");
  return `Not bought: ${of("rejected")}. Sold without that, ${of("waiting")} may be unhedged.`;
}
