/** IV and greeks of single options by slot, rounded as chains show them, as the board's pricing has them. */

import type { DaySide } from "#kernel/calls/chain-series-calls.ts";
import { createChainGreeks, RESULT_COLUMNS, type SideGreeks } from "#kernel/chain-columns.ts";
import { createSideDisplay, roundForDisplay, type SideDisplay, shownIv } from "#kernel/display.ts";
import { priceForwardChain } from "#kernel/forward-chain.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { ChainMoment } from "#market/chain.ts";
import type { Stretch } from "#market/lines/day-lines.ts";
import { cellsOf } from "#market/reference/moment.ts";
import { pricedLtp } from "#market/reference/pricing.ts";
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

type Slots = Omit<Stretch<never>, "lines">;

/** The strikes of a stretch of slots: the prices that count, and what prices them. */
interface PricedSlots {
  readonly from: number;
  readonly to: number;
  /** Rupees. */
  readonly strike: Float64Array;
  /** Scaled: the cell of strike i is `slot * 2 * strikes + i`, the puts stand after the calls; -1 where none counts. */
  readonly prices: Float64Array;
  readonly priceScale: number;
  /** By slot: rupees, and years. */
  readonly underlying: Float64Array;
  readonly years: Float64Array;
  readonly pricing: ChainMoment["pricing"];
}

/** What prices each slot of a stretch: rupees, and years. */
export type SlotModel = Pick<PricedSlots, "underlying" | "years">;

/** Columns that are wanted of each side, [slot][strike]. */
export type Exact = Readonly<Record<"call" | "put", DaySide>>;

/**
 * Fills the lines for the slots of the stretch. Each slot is priced on what `reference` has for it, by slot of the day. A
 * price of an earlier day gives no figures, unless the board prices untraded contracts.
 */
export function greeksOverSlots(
  kernel: Pick<Kernel, "priceSlots" | "priceChain" | "valueChain">,
  lines: readonly GreekLine[],
  at: ChainMoment,
  stretch: Slots,
  reference: ReferenceSeries,
): void {
  const strikes = [...new Set(lines.map(({ strike }) => strike))];
  if (strikes.length === 0) return;
  const { from, to } = stretch;
  const hasGreeks = lines.some(({ figure }) => figure !== "iv");
  const cells = to * strikes.length;
  const columns = hasGreeks ? RESULT_COLUMNS : (["derivedIv"] as const);
  const exact = { call: exactSide(cells, columns), put: exactSide(cells, columns) };
  const { first } = stretch;
  const slots = {
    ...readPrices(at, strikes, stretch),
    underlying: reference.priced.subarray(first, first + to).map((price) => price / at.day.priceScale),
    years: reference.years.subarray(first, first + to),
  };
  if (at.pricing.forward) priceForward(kernel, slots, exact);
  else priceOwn(kernel, slots, exact);
  const shown = { ce: shownSide(exact.call, hasGreeks, cells), pe: shownSide(exact.put, hasGreeks, cells) };
  for (const { figure, strike, side, out } of lines) {
    const column = shown[side][figure];
    const place = strikes.indexOf(strike);
    for (let slot = from; slot < to; slot++) out[slot] = column[slot * strikes.length + place]!;
  }
}

/** IV and greeks at full precision, each option on the IV of its own price. @param strikes indices in the strike table */
export function exactOverSlots(
  kernel: Pick<Kernel, "priceSlots">,
  strikes: readonly number[],
  at: ChainMoment,
  stretch: Slots,
  model: SlotModel,
): Exact {
  const cells = stretch.to * strikes.length;
  const exact = { call: exactSide(cells, RESULT_COLUMNS), put: exactSide(cells, RESULT_COLUMNS) };
  if (strikes.length > 0) priceOwn(kernel, { ...readPrices(at, strikes, stretch), ...model }, exact);
  return exact;
}

const exactSide = (cells: number, columns: readonly (typeof RESULT_COLUMNS)[number][]): DaySide =>
  Object.fromEntries(columns.map((name) => [name, new Float64Array(cells)]));

function readPrices(
  { table, day, pricing }: ChainMoment,
  strikes: readonly number[],
  { minutes, from, to }: Slots,
): Omit<PricedSlots, keyof SlotModel> {
  const { priceScale } = day;
  const count = strikes.length;
  const prices = new Float64Array(to * 2 * count);
  const cells = cellsOf(minutes, 0);
  for (let slot = from; slot < to; slot++) {
    cells.base = slot * minutes.stride;
    for (let i = 0; i < count; i++) {
      const place = slot * 2 * count + i;
      prices[place] = pricedLtp(cells, table.ce[strikes[i]!]!, pricing);
      prices[place + count] = pricedLtp(cells, table.pe[strikes[i]!]!, pricing);
    }
  }
  return {
    from,
    to,
    strike: Float64Array.from(strikes, (strike) => table.strikes[strike]! / priceScale),
    prices,
    priceScale,
    pricing,
  };
}

/** All slots in one call. */
function priceOwn(kernel: Pick<Kernel, "priceSlots">, slots: PricedSlots, exact: Exact): void {
  const { strike, prices, priceScale, underlying, years, pricing, from, to } = slots;
  const count = strike.length;
  kernel.priceSlots(
    {
      ltp: { cells: prices, stride: 2 * count },
      priceScale,
      strike,
      callRows: Int32Array.from(strike, (_, i) => i),
      putRows: Int32Array.from(strike, (_, i) => count + i),
    },
    { model: pricing.model, underlying, years, rate: pricing.rate },
    from,
    to,
    exact,
  );
}

/** Slot by slot: one IV a strike, and both sides' greeks on it; a side whose price does not count has none. */
function priceForward(kernel: Pick<Kernel, "priceChain" | "valueChain">, slots: PricedSlots, exact: Exact): void {
  const { strike, prices, priceScale, underlying, years, pricing, from, to } = slots;
  const { rate } = pricing;
  const length = strike.length;
  const greeks = createChainGreeks(length);
  const callPrice = new Float64Array(length);
  const putPrice = new Float64Array(length);
  const modelPrices = { callPrice: new Float64Array(length), putPrice: new Float64Array(length) };
  for (let slot = from; slot < to; slot++) {
    for (let i = 0; i < length; i++) {
      const place = slot * 2 * length + i;
      callPrice[i] = Math.max(prices[place]!, 0) / priceScale;
      putPrice[i] = Math.max(prices[place + length]!, 0) / priceScale;
    }
    const model = { model: "forward", underlying: underlying[slot]!, years: years[slot]!, rate } as const;
    priceForwardChain(kernel, { length, strike, callPrice, putPrice }, model, greeks, modelPrices);
    putSlot(exact.call, greeks.call, callPrice, slot);
    putSlot(exact.put, greeks.put, putPrice, slot);
  }
}

function putSlot(out: DaySide, greeks: SideGreeks, price: Float64Array, slot: number): void {
  for (const name of RESULT_COLUMNS) {
    const column = out[name];
    for (let i = 0; column && i < price.length; i++)
      column[slot * price.length + i] = price[i] === 0 ? Number.NaN : greeks[name][i]!;
  }
}

type Side = { -readonly [name in keyof SideGreeks]: Float64Array };

/** The figures of one side, [slot][strike]: only the IVs, where no greek is asked for. */
function shownSide(exact: DaySide, hasGreeks: boolean, cells: number): Pick<SideDisplay, GreekFigure> {
  const shown = createSideDisplay(hasGreeks ? cells : 0);
  if (hasGreeks) roundForDisplay(exact as Side, cells, shown);
  return { ...shown, iv: (exact.derivedIv as Float64Array).map((iv) => (shownIv(iv) > 0 ? shownIv(iv) : Number.NaN)) };
}
