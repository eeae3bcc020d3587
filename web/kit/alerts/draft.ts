/** The rule that is being made, for the chart behind the dialog. */
import { atom } from "jotai";
import { type CrossingCount, countCrossings, holding } from "#contract/domain/crossing.ts";
import type { WithSeries } from "#contract/domain/snapshots/series-set.ts";
import { type AlertDraft, crossingOf } from "./rules.ts";

interface ShownDraft {
  /** The state atom of the pane whose dialog is open. */
  readonly pane: unknown;
  readonly rule: AlertDraft;
}

export const draftAtom = atom<ShownDraft | undefined>(undefined);
draftAtom.debugLabel = "alertDraft";

interface Firings extends CrossingCount {
  /** Minute of the IST day of a point. */
  readonly minuteAt: (place: number) => number;
  /** What is crossed there. */
  readonly levelAt: (place: number) => number;
}

/**
 * Where today a rule would have fired, if it were armed again each time.
 * @returns undefined where the snapshot has no such lines, or lines of other days
 */
export function firingsOf({ series: { x, lines } }: WithSeries, rule: AlertDraft): Firings | undefined {
  const line = lines[rule.leftLine];
  const left = rule.condition === "holds" ? line?.map(holding) : line;
  const right = typeof rule.right === "number" ? rule.right : lines[rule.rightLine];
  if ("dates" in x || !left || right === undefined) return undefined;
  return {
    ...countCrossings(left, right, crossingOf(rule.condition)),
    minuteAt: (place) => x.open + place,
    levelAt: (place) => (typeof right === "number" ? right : (right[place] ?? Number.NaN)),
  };
}
