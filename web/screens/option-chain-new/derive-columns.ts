/** Hot: the built-in columns, one function each, written into the table of numbers for one side. */
import { CELL_RANK_SHIFT } from "#contract/domain/cell-style.ts";
import {
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  HIGH,
  LOW,
  LTP,
  OI,
  OPEN,
  type RoomDay,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import { CE, PE } from "#contract/domain/instruments.ts";
import { LAKH } from "#contract/domain/units.ts";
import type { SideDisplay } from "#kernel/display.ts";
import { buildUp } from "#market/build-up.ts";
import { cellOf, type Moment } from "#market/moment.ts";
import type { StrikeTable } from "#market/strikes.ts";
import { timeValue } from "#market/time-value.ts";
import { rankTopThree } from "#market/top-three.ts";
import { CALLS, type ColumnKey, type Params, PUTS, type QtyScale, type SideIndex } from "./snapshot.ts";

/** Everything a column is computed from, and the table it is written into. */
export interface FillContext {
  readonly values: Float64Array;
  readonly styles: Uint8Array;
  readonly slots: number;
  /** Strikes shown, and the strike index of the first. */
  readonly rows: number;
  readonly from: number;
  /** Highest strike in row 0. */
  readonly inverse: boolean;
  readonly day: RoomDay;
  readonly table: StrikeTable;
  readonly moment: Moment;
  readonly scale: number;
  /** The underlying's price, scaled; NaN when there is none. */
  readonly spot: number;
}

/** One contract, as the columns see it. Prices scaled, quantities in units, NaN where absent. Reused from row to row. */
interface Contract {
  ltp: number;
  oi: number;
  vol: number;
  open: number;
  high: number;
  low: number;
  prevClose: number;
  prevOi: number;
  lot: number;
  strike: number;
  /** CE or PE. */
  type: number;
  row: number;
  /** Strikes from the range's first. */
  index: number;
}

export interface Fillers {
  /** Fills column `index` of the params for one side into `slot` (figure) and `slot + 1` (bar). */
  fill(context: FillContext, params: Params, side: SideIndex, index: number, slot: number, greeks: SideDisplay): void;
}

/** A figure of a contract, in the unit its column shows. */
type Reader = (contract: Contract, context: FillContext, params: Params, greeks: SideDisplay) => number;

const present = (value: number): number => (value < 0 ? Number.NaN : value);
const price =
  (field: number): Reader =>
  (contract, { moment, scale }) =>
    present(cellOf(moment, field, contract.row)) / scale;
const quantity =
  (field: number): Reader =>
  (contract, { moment }) =>
    present(cellOf(moment, field, contract.row));
const oiChange: Reader = ({ oi, prevOi }) => oi - prevOi;
const netChange = ({ ltp, prevClose }: Contract, scale: number): number => (ltp - prevClose) / scale;
/** Whole per cent; a change from nothing has none. */
const percentOf = (change: number, base: number): number =>
  base > 0 ? Math.round((change / base) * 100) + 0 : Number.NaN;
const lots = (value: number, lot: number): number => (lot > 0 ? value / lot : Number.NaN);

function inScale(value: number, scale: QtyScale | "", lot: number): number {
  if (scale === "") return Number.NaN;
  return scale === "lakh" ? value / LAKH : scale === "lot" ? lots(value, lot) : value;
}

/** O=H and O=L as indexes of the words; NaN shows '-'. */
const OPEN_IS_HIGH = 0;
const OPEN_IS_LOW = 1;

const READERS: Readonly<Record<ColumnKey, Reader>> = {
  Analysis: ({ ltp, prevClose, open, oi, prevOi }, _context, { analysisCalc }) =>
    buildUp(ltp - (analysisCalc === "open" ? open : prevClose), oi - prevOi),
  OI: ({ oi }) => oi,
  "OI Lakh": ({ oi }) => oi / LAKH,
  "OI Lot": ({ oi, lot }) => lots(oi, lot),
  "OI Chg": oiChange,
  "OIChg Lakh": ({ oi, prevOi }) => (oi - prevOi) / LAKH,
  "OIChg Lot": ({ oi, prevOi, lot }) => lots(oi - prevOi, lot),
  "OI Chg%": ({ oi, prevOi }) => percentOf(oi - prevOi, prevOi),
  Volume: ({ vol }) => vol,
  "Vol Lakh": ({ vol }) => vol / LAKH,
  "Vol Lot": ({ vol, lot }) => lots(vol, lot),
  "Net Chg": (contract, { scale }) => netChange(contract, scale),
  "Net Chg%": ({ ltp, prevClose }) => percentOf(ltp - prevClose, prevClose),
  "Vol Bar": ({ vol, lot }, _context, { volBar }) => inScale(vol, volBar, lot),
  "OI Bar": ({ oi, lot }, _context, { oiBar }) => inScale(oi, oiBar, lot),
  "Vol * Vwap": (contract, { moment, scale }) =>
    (contract.vol * present(cellOf(moment, VWAP, contract.row))) / scale / LAKH,
  Vwap: price(VWAP),
  LTP: ({ ltp }, { scale }) => ltp / scale,
  "Prev Close": ({ prevClose }, { scale }) => prevClose / scale,
  "Time Value": ({ type, ltp, strike }, { spot, scale }) => timeValue(type, ltp, strike, spot) / scale,
  Intrinsic: ({ type, ltp, strike }, { spot, scale }) => (ltp - timeValue(type, ltp, strike, spot)) / scale,
  "H=O=L": ({ open, high, low }) => (open === high ? OPEN_IS_HIGH : open === low ? OPEN_IS_LOW : Number.NaN),
  Open: ({ open }, { scale }) => open / scale,
  High: ({ high }, { scale }) => high / scale,
  Low: ({ low }, { scale }) => low / scale,
  "Bid Qty": quantity(BID_QTY),
  Bid: price(BID),
  Ask: price(ASK),
  "Ask Qty": quantity(ASK_QTY),
  // A contract without a price has no greeks at all; one whose price admits no IV shows IV 0.
  IV: ({ index, ltp }, _context, _params, { iv }) => (ltp > 0 ? iv[index]! : Number.NaN),
  Vega: ({ index, ltp }, _context, _params, { vega }) => (ltp > 0 ? vega[index]! : Number.NaN),
  Gamma: ({ index, ltp }, _context, _params, { gamma }) => (ltp > 0 ? gamma[index]! : Number.NaN),
  Theta: ({ index, ltp }, _context, _params, { theta }) => (ltp > 0 ? theta[index]! : Number.NaN),
  Delta: ({ index, ltp }, _context, _params, { delta }) => (ltp > 0 ? delta[index]! : Number.NaN),
  // In the money above the strike for a call, below it for a put.
  "ITM Prob": ({ index, ltp, type }, _context, _params, { probAbove, probBelow }) =>
    ltp > 0 ? (type === CE ? probAbove : probBelow)[index]! : Number.NaN,
};

/** Columns whose bar shows open interest or volume. */
const BARS: Readonly<Partial<Record<ColumnKey, number>>> = {
  OI: OI,
  "OI Lakh": OI,
  "OI Lot": OI,
  "OI Bar": OI,
  Volume: VOL,
  "Vol Lakh": VOL,
  "Vol Lot": VOL,
  "Vol Bar": VOL,
};
const RANKED: ReadonlySet<ColumnKey> = new Set([
  "OI",
  "OI Lakh",
  "OI Lot",
  "OI Chg",
  "OIChg Lakh",
  "OIChg Lot",
  "Volume",
  "Vol Lakh",
  "Vol Lot",
]);

export function createFillers(): Fillers {
  const contract: Contract = {
    ltp: 0,
    oi: 0,
    vol: 0,
    open: 0,
    high: 0,
    low: 0,
    prevClose: 0,
    prevOi: 0,
    lot: 0,
    strike: 0,
    type: CE,
    row: 0,
    index: 0,
  };
  let figures = new Float64Array(0);
  let ranks = new Uint8Array(0);

  return {
    fill(context, params, side, index, slot, greeks) {
      const { values, styles, slots, rows, inverse } = context;
      const key = params.columns[index]!;
      const read = READERS[key];
      const ranked = RANKED.has(key) || (key === "Vega" && params.vegaTop3);
      if (figures.length < rows) {
        figures = new Float64Array(rows + 16);
        ranks = new Uint8Array(rows + 16);
      }
      for (let i = 0; i < rows; i++) {
        const isListed = load(contract, context, side, i);
        const value = isListed ? read(contract, context, params, greeks) : Number.NaN;
        figures[i] = value;
        values[(inverse ? rows - 1 - i : i) * slots + slot] = value;
      }
      if (ranked) {
        rankTopThree(ranks, figures, 0, rows);
        for (let i = 0; i < rows; i++) {
          styles[(inverse ? rows - 1 - i : i) * slots + slot]! |= ranks[i]! << CELL_RANK_SHIFT;
        }
      }
      const barred = BARS[key];
      if (barred !== undefined) fillBars(context, side, slot + 1, barred);
    },
  };
}

/** Reads the contract of a side at the i-th strike shown; false when there is none. */
function load(out: Contract, { table, from, moment, day }: FillContext, side: SideIndex, i: number): boolean {
  const row = (side === CALLS ? table.ce : table.pe)[from + i]!;
  if (row < 0) return false;
  const { prevClose, prevOi, lotSize } = day.tokens;
  out.row = row;
  out.index = i;
  out.type = side === CALLS ? CE : PE;
  out.strike = table.strikes[from + i]!;
  out.lot = lotSize[row]!;
  out.ltp = present(cellOf(moment, LTP, row));
  out.oi = present(cellOf(moment, OI, row));
  out.vol = present(cellOf(moment, VOL, row));
  out.prevClose = present(prevClose[row]!);
  out.prevOi = present(prevOi[row]!);
  // Without a trade today there is no open, high or low.
  const traded = out.vol > 0;
  out.open = traded ? present(cellOf(moment, OPEN, row)) : Number.NaN;
  out.high = traded ? present(cellOf(moment, HIGH, row)) : Number.NaN;
  out.low = traded ? present(cellOf(moment, LOW, row)) : Number.NaN;
  return true;
}

/** Bars are shares of the highest value of both sides in the range. */
function fillBars(context: FillContext, side: SideIndex, slot: number, field: number): void {
  const { values, slots, rows, inverse, table, from, moment } = context;
  let highest = 0;
  for (let i = 0; i < rows; i++) {
    highest = Math.max(highest, cellOf(moment, field, table.ce[from + i]!), cellOf(moment, field, table.pe[from + i]!));
  }
  const own = side === PUTS ? table.pe : table.ce;
  for (let i = 0; i < rows; i++) {
    const value = cellOf(moment, field, own[from + i]!);
    values[(inverse ? rows - 1 - i : i) * slots + slot] = value < 0 || highest === 0 ? Number.NaN : value / highest;
  }
}
