/** What a reader must know of single minutes of a line, said where the crosshair stands. */
import type { BasisSpan, PriceBasis, PricedOn } from "#contract/domain/choices/pricing.ts";
import type { DateX, MinuteX } from "#contract/domain/snapshots/series-set.ts";

const BASIS_WORDS: Readonly<Record<PriceBasis, string>> = {
  spot: "on spot",
  future: "on the future",
  forward: "on the parity forward",
  none: "",
};

/**
 * Words by the place on the x axis: that a minute is known in part only, and, in forward mode or on a day whose minutes
 * differ, what its IVs and greeks stand on. '' for nothing.
 */
export function minuteNotes(x: MinuteX | DateX, pricedOn?: PricedOn): (index: number) => string {
  if ("dates" in x) return () => "";
  const { open, partial = [] } = x;
  const { forward = false, spans = [] } = pricedOn ?? {};
  const isTold = forward || spans.length > 1;
  return (index) => {
    const minute = open + index;
    const basis = isTold ? BASIS_WORDS[basisAt(spans, minute)] : "";
    const lost = partial.some((one) => one === minute) ? "partial minute: data were lost" : "";
    return [basis, lost].filter((words) => words !== "").join(" · ");
  };
}

const basisAt = (spans: readonly BasisSpan[], minute: number): PriceBasis =>
  spans.findLast(({ from }) => from <= minute)?.basis ?? "none";
