/**
 * Hot: a minute of every contract that a portfolio holds in a chain. Price, IV and greeks through the day, at full precision,
 * in forward mode (Black-76 on the expiry's own forward, time to the minute), each option on the IV of its own price. Where
 * that price admits none it takes its twin's, and the twin's greeks by parity.
 */

import { PRICE_BASES } from "#contract/domain/choices/pricing.ts";
import { FUT as FUTURE, INSTRUMENT_TYPES } from "#contract/domain/instruments.ts";
import { recordOf } from "#contract/domain/record-of.ts";
import type { LegType } from "#contract/domain/strategy/leg.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { type ChainMoment, strikeIndex } from "#market/chain.ts";
import { createDayLines, type DayLines, type Stretch } from "#market/lines/day-lines.ts";
import { pricesOverSlots } from "#market/lines/prices.ts";
import { cellsOf } from "#market/reference/moment.ts";
import { parityForward, STEADY_BASES } from "#market/reference/parity-forward.ts";
import { createDayReference, type DayReference, type ReferenceSeries } from "#market/reference/reference-series.ts";
import { type Exact, exactOverSlots, type SlotModel } from "../greek-lines.ts";

export interface LineContract {
  readonly type: LegType;
  /** Rupees; 0 of a future. */
  readonly strike: number;
}

const FIGURES = ["price", "iv", "delta", "theta", "vega"] as const;
type Figure = (typeof FIGURES)[number];
type LineId = `${string} ${Figure}` | "forward";

/** By slot, in rupees; NaN where it is not known. IV is a fraction, theta is a year's, vega that of 1.00 of IV. */
export type ContractLine = Readonly<Record<Figure, Float64Array>>;

export interface ChainLines {
  /** Slots up to the moment. */
  readonly length: number;
  /** By slot: what the model takes, rupees, and the years to the expiry. */
  readonly forward: Float64Array;
  readonly years: Float64Array;
  of(contract: LineContract): ContractLine;
}

export interface ContractLines {
  /** Valid until the next call. @param at priced in forward mode */
  upTo(at: ChainMoment, contracts: readonly LineContract[], kernel: Kernel): ChainLines;
}

const keyOf = ({ type, strike }: LineContract): string => `${type}${strike}`;
const isFuture = ({ type }: LineContract): boolean => type === INSTRUMENT_TYPES[FUTURE];

export function createContractLines(): ContractLines {
  let key = "";
  let lines: DayLines<LineId> | undefined;
  const reference: DayReference = createDayReference();

  return {
    upTo(at, contracts, kernel) {
      const now = contracts.map(keyOf).join();
      if (!lines || now !== key)
        lines = createDayLines([
          "forward",
          ...contracts.flatMap((one) => FIGURES.map((figure): LineId => `${keyOf(one)} ${figure}`)),
        ]);
      key = now;
      const standing = reference.upTo(at);
      const set = lines.upTo(at, {
        key: "",
        read(stretch) {
          readForward(at, stretch, standing);
          readContracts(kernel, at, contracts, stretch, standing.years);
        },
      });
      const { forward } = set.lines;
      return {
        length: forward.length,
        forward,
        years: standing.years,
        of: (contract) => recordOf(FIGURES, (figure) => set.lines[`${keyOf(contract)} ${figure}`]),
      };
    },
  };
}

const PARITY = PRICE_BASES.indexOf("forward");

/** The future of the expiry, else the steady parity forward, else what the board's forward mode takes. */
function readForward(
  { table, day: { priceScale } }: ChainMoment,
  { lines, minutes, from, to, first }: Stretch<LineId>,
  { priced, basis }: ReferenceSeries,
): void {
  const cells = cellsOf(minutes, 0);
  for (let slot = from; slot < to; slot++) {
    cells.base = slot * minutes.stride;
    const parity = basis[first + slot] === PARITY ? parityForward(table, cells, STEADY_BASES) : Number.NaN;
    lines.forward[slot] = (Number.isNaN(parity) ? priced[first + slot]! : parity) / priceScale;
  }
}

function readContracts(
  kernel: Kernel,
  at: ChainMoment,
  contracts: readonly LineContract[],
  stretch: Stretch<LineId>,
  years: Float64Array,
): void {
  const { table, futureIsOfExpiry } = at;
  const placeOf = ({ strike }: LineContract) => strikeIndex(at, strike);
  const options = contracts.filter((one) => !isFuture(one));
  const strikes = [...new Set(options.map(placeOf))].filter((place) => place >= 0);
  const { from, to, first } = stretch;
  const model = { underlying: stretch.lines.forward, years: years.subarray(first, first + to) };
  const exact = exactOverSlots(kernel, strikes, at, stretch, model);
  for (const contract of contracts) {
    const line = (figure: Figure): Float64Array => stretch.lines[`${keyOf(contract)} ${figure}`];
    const place = placeOf(contract);
    const rows = contract.type === "CE" ? table.ce : table.pe;
    const row = isFuture(contract) ? (futureIsOfExpiry ? table.fut : -1) : (rows[place] ?? -1);
    pricesOverSlots(line("price"), at, stretch, [row]);
    const cells = strikes.indexOf(place);
    if (isFuture(contract) || cells < 0)
      for (const figure of ["iv", "delta", "theta", "vega"] as const) line(figure).fill(Number.NaN, from, to);
    else readGreeks(at, contract, { exact, cells, count: strikes.length }, stretch, line, model);
  }
}

function readGreeks(
  { pricing: { rate } }: ChainMoment,
  { type, strike }: LineContract,
  { exact, cells, count }: { readonly exact: Exact; readonly cells: number; readonly count: number },
  { from, to }: Pick<Stretch<LineId>, "from" | "to">,
  line: (figure: Figure) => Float64Array,
  { underlying, years }: SlotModel,
): void {
  const isCall = type === "CE";
  const [own, twin] = isCall ? [exact.call, exact.put] : [exact.put, exact.call];
  const sign = isCall ? 1 : -1;
  const [iv, delta, theta, vega] = [line("iv"), line("delta"), line("theta"), line("vega")];
  for (let slot = from; slot < to; slot++) {
    const cell = slot * count + cells;
    const isOwn = own.iv![cell]! > 0;
    const side = isOwn ? own : twin;
    const has = side.iv![cell]! > 0;
    const discount = Math.exp(-rate * years[slot]!);
    const ahead = underlying[slot]! - strike;
    iv[slot] = has ? side.iv![cell]! : Number.NaN;
    vega[slot] = has ? side.vega![cell]! : Number.NaN;
    // A call is its put and (F - K) e^(-rT).
    delta[slot] = side.delta![cell]! + (isOwn ? 0 : sign * discount);
    theta[slot] = side.theta![cell]! + (isOwn ? 0 : sign * rate * ahead * discount);
  }
}
