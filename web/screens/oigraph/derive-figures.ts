/** Hot: fills the bars of the strikes shown, their ranges and the totals, into buffers kept between runs. */
import { LAKH } from "#contract/domain/units.ts";
import { changesOf, levelsOf, sumChanges, sumLevels, type Unit } from "#market/lines/window.ts";
import type { StrikeRange } from "#market/reference/atm.ts";
import type { StrikeTable } from "#market/strikes/strikes.ts";
import type { WindowEnd, WindowStart } from "./derive-window.ts";
import { METRICS, type MinMax, type Sides, type Snapshot } from "./snapshot.ts";

type Drawn = Pick<Snapshot, "strikes" | "startOi" | "minMax" | "totals" | (typeof METRICS)[number]>;
type Widened = { min: number; max: number };

export interface Figures {
  /** As posted: copied then, so it is filled in place. */
  drawn: Drawn;
}

const lakhs: Unit = { divisor: LAKH, least: 0 };
/** Its divisor is the price scale of the room in hand. */
const rupees: { divisor: number; readonly least: 1 } = { divisor: 100, least: 1 };

const SIDES = ["CE", "PE"] as const;

const createSides = (count: number): Sides => ({ CE: new Float64Array(count), PE: new Float64Array(count) });
const noRange = (): MinMax => ({ min: Number.NaN, max: Number.NaN });

const createDrawn = (count: number): Drawn => ({
  strikes: new Float64Array(count),
  oi: createSides(count),
  changeInOI: createSides(count),
  premium: createSides(count),
  changeInPremium: createSides(count),
  startOi: createSides(count),
  minMax: { oi: noRange(), changeInOI: noRange(), premium: noRange(), changeInPremium: noRange() },
  totals: { oi: createSides(1), changeInOI: createSides(1), startOi: createSides(1) },
});

export const createFigures = (): Figures => ({
  drawn: createDrawn(0),
});

export function fillFigures(
  figures: Figures,
  end: WindowEnd,
  start: WindowStart,
  table: StrikeTable,
  shown: StrikeRange,
  totalled: StrikeRange,
  priceScale: number,
): void {
  const count = shown.to - shown.from;
  if (figures.drawn.strikes.length !== count) figures.drawn = createDrawn(count);
  const { drawn } = figures;
  rupees.divisor = priceScale;
  for (let i = 0; i < count; i++) drawn.strikes[i] = table.strikes[shown.from + i]! / priceScale;
  for (const side of SIDES) {
    const rows = side === "CE" ? table.ce : table.pe;
    levelsOf(drawn.oi[side], rows, shown, end.oi, lakhs);
    levelsOf(drawn.startOi[side], rows, shown, start.oi, lakhs);
    changesOf(drawn.changeInOI[side], rows, shown, end.oi, start.oi, lakhs);
    levelsOf(drawn.premium[side], rows, shown, end.premium, rupees);
    changesOf(drawn.changeInPremium[side], rows, shown, end.premium, start.premium, rupees);
    drawn.totals.oi[side][0] = sumLevels(rows, totalled, end.oi, lakhs);
    drawn.totals.startOi[side][0] = sumLevels(rows, totalled, start.oi, lakhs);
    drawn.totals.changeInOI[side][0] = sumChanges(rows, totalled, end.oi, start.oi, lakhs);
  }
  for (const metric of METRICS) widen(drawn.minMax[metric], drawn[metric]);
}

/** Least and greatest of both sides; NaN where there is no figure. */
function widen(out: Widened, { CE, PE }: Sides): void {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < CE.length; i++) {
    const call = CE[i]!;
    const put = PE[i]!;
    if (call < min) min = call; // NaN compares false
    if (call > max) max = call;
    if (put < min) min = put;
    if (put > max) max = put;
  }
  out.min = min > max ? Number.NaN : min;
  out.max = min > max ? Number.NaN : max;
}
