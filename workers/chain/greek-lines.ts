/** IV and greeks of single options by slot, rounded as chains show them. One kernel call prices all options of a stretch. */
import { LTP } from "#contract/domain/columns.ts";
import { RESULT_COLUMNS } from "#kernel/chain-columns.ts";
import type { ChainSeriesKernel, DaySide } from "#kernel/chain-series-calls.ts";
import { createSideDisplay, roundForDisplay, type SideDisplay, shownIv } from "#kernel/display.ts";
import type { ChainMoment } from "#market/chain.ts";
import type { Stretch } from "#market/lines/day-lines.ts";
import type { ReferenceSeries } from "#market/reference/reference-series.ts";

/** What a line shows; units as in SideDisplay: IV in per cent, theta a day, vega a point of IV. */
export type GreekFigure = "iv" | "delta" | "gamma" | "theta" | "vega";

export interface GreekLine {
  readonly figure: GreekFigure;
  /** Index in the strike table. */
  readonly strike: number;
  readonly side: "ce" | "pe";
  /** Filled by slot; NaN where there is no IV. */
  readonly out: Float64Array;
}

type Side = { -readonly [name in (typeof RESULT_COLUMNS)[number]]: Float64Array };

/** The figures of one side, [slot][strike]: only the IVs, where no greek is asked for. */
function shownSide(exact: DaySide, hasGreeks: boolean, cells: number): Pick<SideDisplay, GreekFigure> {
  const shown = createSideDisplay(hasGreeks ? cells : 0);
  if (hasGreeks) roundForDisplay(exact as Side, cells, shown);
  return { ...shown, iv: (exact.derivedIv as Float64Array).map((iv) => (shownIv(iv) > 0 ? shownIv(iv) : Number.NaN)) };
}

/**
 * Fills the lines for the slots of the stretch. Each slot is priced on its own underlying and time to expiry: those of
 * `reference`, by slot of the day.
 */
export function greeksOverSlots(
  kernel: ChainSeriesKernel,
  lines: readonly GreekLine[],
  { table, day, underlying }: ChainMoment,
  { minutes, from, to, first }: Omit<Stretch<never>, "lines">,
  reference: ReferenceSeries,
): void {
  const ltp = minutes.columns[LTP];
  const strikes = [...new Set(lines.map(({ strike }) => strike))];
  if (!ltp || strikes.length === 0) return;
  const isCurrency = underlying.kind === "currency";
  const hasGreeks = lines.some(({ figure }) => figure !== "iv");
  const cells = to * strikes.length;
  const columns = hasGreeks ? RESULT_COLUMNS : (["derivedIv"] as const);
  const side = (): DaySide => Object.fromEntries(columns.map((name) => [name, new Float64Array(cells)]));
  const exact = { call: side(), put: side() };
  const prices = isCurrency ? reference.underlying : reference.modelSpot;
  kernel.priceSlots(
    {
      ltp: { cells: ltp, stride: minutes.stride },
      priceScale: day.priceScale,
      strike: Float64Array.from(strikes, (strike) => table.strikes[strike]! / day.priceScale),
      callRows: Int32Array.from(strikes, (strike) => table.ce[strike]!),
      putRows: Int32Array.from(strikes, (strike) => table.pe[strike]!),
    },
    {
      model: isCurrency ? "usdinr" : "spot",
      underlying: prices.subarray(first, first + to).map((price) => price / day.priceScale),
      years: reference.years.subarray(first, first + to),
      rate: underlying.rate,
    },
    from,
    to,
    exact,
  );
  const shown = { ce: shownSide(exact.call, hasGreeks, cells), pe: shownSide(exact.put, hasGreeks, cells) };
  for (const { figure, strike, side, out } of lines) {
    const column = shown[side][figure];
    const place = strikes.indexOf(strike);
    for (let slot = from; slot < to; slot++) out[slot] = column[slot * strikes.length + place]!;
  }
}
