/** What became of a leg of the basket, in words. Pure. */
import type { BasketLeg, BasketState } from "../../state/orders/basket.ts";
import { countOf, readingWords } from "../../state/orders/child.ts";

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
  if (count("waiting") === 0) return { state: `Placed${of}`, detail: "", tone: "done" };
  return { state: draft.side === -1 ? waitsWords(basket) : "Waits", detail: "not sent", tone: undefined };
}

/** 'Waits for leg 2': the buys that keep a sell back. */
function waitsWords({ legs }: BasketState): string {
  const open = legs.findIndex(({ draft, children }) => draft.side === 1 && countOf(children, "unknown") > 0);
  return open < 0 ? "Waits" : `Waits for leg ${open + 1}`;
}

/** '1 placed · 1 not confirmed · 2 waiting'. */
export function basketSummary({ legs }: BasketState): string {
  const children = legs.flatMap((leg) => leg.children);
  const parts = [
    [countOf(children, "placed"), "placed"],
    [countOf(children, "rejected"), "rejected"],
    [countOf(children, "unknown"), "not confirmed"],
    [countOf(children, "sending"), "on their way"],
    [countOf(children, "waiting"), "waiting"],
    [countOf(children, "dropped"), "dropped"],
  ] as const;
  return parts.flatMap(([count, words]) => (count > 0 ? [`${count} ${words}`] : [])).join(" · ");
}
