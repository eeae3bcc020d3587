/** Hot: the built-in columns, from the ticks of one side's contracts to the figures that are shown. */

import { ASK, ASK_QTY, BID, BID_QTY, HIGH, LOW, LTP, OI, OPEN, VOL, VWAP } from "#contract/domain/columns.ts";
import { CE } from "#contract/domain/instruments.ts";
import type { ColumnKey, QtyScale } from "#contract/domain/snapshots/chain-table.ts";
import { LAKH } from "#contract/domain/units.ts";
import type { SideDisplay } from "#kernel/display.ts";
import { buildUp } from "#market/futures/build-up.ts";
import { timeValue } from "#market/lines/time-value.ts";
import type { SideFigures } from "./context.ts";

/** A tick field as it is, or a column that is computed for `rows` strikes. */
type Column = { readonly kind: "raw"; readonly field: number } | { readonly kind: "computed"; readonly fill: Fill };
type Fill = (out: Float64Array, rows: number, figures: SideFigures) => void;
type Read = (figures: SideFigures) => Float64Array;

const raw = (field: number): Column => ({ kind: "raw", field });
const computed = (fill: Fill): Column => ({ kind: "computed", fill });

const oi: Read = (side) => side.raw(OI);
const volume: Read = (side) => side.raw(VOL);
const ltp: Read = (side) => side.raw(LTP);
const lot: Read = (side) => side.token("lotSize");
const prevOi: Read = (side) => side.token("prevOi");
const prevClose: Read = (side) => side.token("prevClose");

/** A scaled price in rupees. */
const price = (read: Read): Column =>
  computed((out, rows, side) => {
    const from = read(side);
    const { scale } = side.context;
    for (let i = 0; i < rows; i++) out[i] = from[i]! / scale;
  });

const inLakh = (read: Read): Column =>
  computed((out, rows, side) => {
    const from = read(side);
    for (let i = 0; i < rows; i++) out[i] = from[i]! / LAKH;
  });

const inLots = (read: Read): Column =>
  computed((out, rows, side) => {
    const from = read(side);
    const size = lot(side);
    for (let i = 0; i < rows; i++) out[i] = size[i]! > 0 ? from[i]! / size[i]! : Number.NaN;
  });

/** Whole per cent; a change from nothing has none. */
const percent = (read: Read, base: Read): Column =>
  computed((out, rows, side) => {
    const now = read(side);
    const before = base(side);
    for (let i = 0; i < rows; i++) {
      const from = before[i]!;
      out[i] = from > 0 ? Math.round(((now[i]! - from) / from) * 100) + 0 : Number.NaN;
    }
  });

const oiChange: Read = (side) => side.of("OI Chg");

/** Over the wide bars; without a scale there is no figure. */
const overBar = (read: Read, scaleOf: (side: SideFigures) => QtyScale | ""): Column =>
  computed((out, rows, side) => {
    const scale = scaleOf(side);
    const from = read(side);
    const size = lot(side);
    for (let i = 0; i < rows; i++) {
      const by = scale === "lot" ? size[i]! : scale === "lakh" ? LAKH : scale === "unit" ? 1 : Number.NaN;
      out[i] = by > 0 ? from[i]! / by : Number.NaN;
    }
  });

/** A contract without a price has no greeks at all; one whose price admits no IV shows IV 0. */
const greek = (pick: (greeks: SideDisplay, side: SideFigures) => Float64Array): Column =>
  computed((out, rows, side) => {
    const from = pick(side.greeks(), side);
    const last = ltp(side);
    for (let i = 0; i < rows; i++) out[i] = last[i]! > 0 ? from[i]! : Number.NaN;
  });

/** O=H and O=L as indexes of the words; NaN shows '-'. */
const OPEN_IS_HIGH = 0;
const OPEN_IS_LOW = 1;

export const COLUMNS: Readonly<Record<ColumnKey, Column>> = {
  Analysis: computed((out, rows, side) => {
    const last = ltp(side);
    const base = side.params.analysisCalc === "open" ? side.raw(OPEN) : prevClose(side);
    const change = oiChange(side);
    for (let i = 0; i < rows; i++) out[i] = side.isListed(i) ? buildUp(last[i]! - base[i]!, change[i]!) : Number.NaN;
  }),
  OI: raw(OI),
  "OI Lakh": inLakh(oi),
  "OI Lot": inLots(oi),
  "OI Chg": computed((out, rows, side) => {
    const now = oi(side);
    const before = prevOi(side);
    for (let i = 0; i < rows; i++) out[i] = now[i]! - before[i]!;
  }),
  "OIChg Lakh": inLakh(oiChange),
  "OIChg Lot": inLots(oiChange),
  "OI Chg%": percent(oi, prevOi),
  Volume: raw(VOL),
  "Vol Lakh": inLakh(volume),
  "Vol Lot": inLots(volume),
  "Net Chg": computed((out, rows, side) => {
    const now = ltp(side);
    const before = prevClose(side);
    const { scale } = side.context;
    for (let i = 0; i < rows; i++) out[i] = (now[i]! - before[i]!) / scale;
  }),
  "Net Chg%": percent(ltp, prevClose),
  "Vol Bar": overBar(volume, ({ params }) => params.volBar),
  "OI Bar": overBar(oi, ({ params }) => params.oiBar),
  "Vol * Vwap": computed((out, rows, side) => {
    const traded = volume(side);
    const vwap = side.raw(VWAP);
    const { scale } = side.context;
    for (let i = 0; i < rows; i++) out[i] = (traded[i]! * vwap[i]!) / scale / LAKH;
  }),
  Vwap: price((side) => side.raw(VWAP)),
  LTP: price(ltp),
  "Prev Close": price(prevClose),
  "Time Value": computed((out, rows, side) => {
    const last = ltp(side);
    const { table, from, spot, scale } = side.context;
    for (let i = 0; i < rows; i++) out[i] = timeValue(side.type, last[i]!, table.strikes[from + i]!, spot) / scale;
  }),
  Intrinsic: computed((out, rows, side) => {
    const last = ltp(side);
    const { table, from, spot, scale } = side.context;
    for (let i = 0; i < rows; i++)
      out[i] = (last[i]! - timeValue(side.type, last[i]!, table.strikes[from + i]!, spot)) / scale;
  }),
  "H=O=L": computed((out, rows, side) => {
    const open = side.raw(OPEN);
    const high = side.raw(HIGH);
    const low = side.raw(LOW);
    for (let i = 0; i < rows; i++)
      out[i] = open[i] === high[i] ? OPEN_IS_HIGH : open[i] === low[i] ? OPEN_IS_LOW : Number.NaN;
  }),
  Open: price((side) => side.raw(OPEN)),
  High: price((side) => side.raw(HIGH)),
  Low: price((side) => side.raw(LOW)),
  "Bid Qty": raw(BID_QTY),
  Bid: price((side) => side.raw(BID)),
  Ask: price((side) => side.raw(ASK)),
  "Ask Qty": raw(ASK_QTY),
  IV: greek(({ iv }) => iv),
  Vega: greek(({ vega }) => vega),
  Gamma: greek(({ gamma }) => gamma),
  Theta: greek(({ theta }) => theta),
  Delta: greek(({ delta }) => delta),
  // In the money above the strike for a call, below it for a put.
  "ITM Prob": greek(({ probAbove, probBelow }, { type }) => (type === CE ? probAbove : probBelow)),
};
