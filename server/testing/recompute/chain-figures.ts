/** The figures of a chain at a minute, two ways: recomputed from the raw file, and by the product. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { LTP, OI, type RoomDay } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { yearsToExpiry } from "#contract/domain/reference/calendar.ts";
import { minute } from "#contract/domain/units.ts";
import { createChainGreeks } from "#kernel/chain-columns.ts";
import { createSideDisplay, roundForDisplay } from "#kernel/display.ts";
import { createKernel } from "#kernel/kernel.ts";
import { atmIndex } from "#market/reference/atm.ts";
import { columnOf, type Moment, slotMoment } from "#market/reference/moment.ts";
import { createReferencePrice, readReferencePrice } from "#market/reference/reference-price.ts";
import { maxPainIndex } from "#market/strikes/max-pain.ts";
import { createSideTotals, pcrOf, sumSides } from "#market/strikes/pcr.ts";
import { buildStrikeTable } from "#market/strikes/strikes.ts";
import { loadQuantModule } from "../../../assembly/load.mjs";

const SCRIPT = fileURLToPath(new URL("./chain.mjs", import.meta.url));

/** Rupees and units; IV in per cent with two decimals, 0 where there is none. */
export interface ChainFigures {
  readonly symbol: string;
  readonly expiry: string;
  readonly ceOi: number;
  readonly peOi: number;
  readonly ceVolume: number;
  readonly peVolume: number;
  readonly pcr: number | null;
  readonly maxPain: number | null;
  /** What ATM is nearest to: the spot, or the parity forward. */
  readonly price: number | null;
  readonly atm: number | null;
  readonly straddle: number | null;
  readonly ceIv: number;
  readonly peIv: number;
}

/** What the separate script finds in the raw file: by minute, an entry for each symbol and expiry of its snapshot. */
export function recomputedFigures(path: string, minutes: readonly string[]): Record<string, ChainFigures[]> {
  const text = execFileSync(process.execPath, [SCRIPT, path, ...minutes], { encoding: "utf8", maxBuffer: 1e8 });
  return JSON.parse(text) as Record<string, ChainFigures[]>;
}

/** 'HH:MM' as the minute of the day. */
export const minuteAt = (label: string): number => Number(label.slice(0, 2)) * 60 + Number(label.slice(3));

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

const kernel = createKernel(loadQuantModule());
const greeks = createChainGreeks(1);
const shown = { call: createSideDisplay(1), put: createSideDisplay(1) };

/** The same of a room-day, with the functions and the kernel that the screens use. */
export function productFigures(day: RoomDay, label: string): ChainFigures {
  const at = minute(minuteAt(label));
  const table = buildStrikeTable(day.tokens);
  const moment = slotMoment(day, at - day.open);
  const totals = sumSides(createSideTotals(), day.tokens, table, moment);
  const { segment, rate } = underlyingOf(day.symbol);
  const years = yearsToExpiry(segment, day.expiry, day.date, at, "spec");
  const spot = readReferencePrice(createReferencePrice(), day, table, moment, {
    minute: at,
    years,
    rate,
    futureIsOfExpiry: false,
  });
  const pain = maxPainIndex(table, day.minutes.columns[OI], moment.base);
  const atm = atmIndex(table, spot.underlying);
  const rupees = (scaled: number): number => scaled / day.priceScale;
  const strike = atm < 0 ? Number.NaN : rupees(table.strikes[atm]);
  const [call, put] = atm < 0 ? [Number.NaN, Number.NaN] : [table.ce[atm], table.pe[atm]].map(priceOf(moment, day));
  const column = (value: number): Float64Array => Float64Array.of(value);
  kernel.priceChain(
    { length: 1, strike: column(strike), callPrice: column(call), putPrice: column(put) },
    { model: "spot", underlying: rupees(spot.modelSpot), years, rate },
    greeks,
  );
  roundForDisplay(greeks.call, 1, shown.call);
  roundForDisplay(greeks.put, 1, shown.put);
  return {
    symbol: day.symbol,
    expiry: day.expiry,
    ceOi: totals.ceOi,
    peOi: totals.peOi,
    ceVolume: totals.ceVol,
    peVolume: totals.peVol,
    pcr: orNull(pcrOf(totals)),
    maxPain: pain < 0 ? null : rupees(table.strikes[pain]),
    price: orNull(rupees(spot.underlying)),
    atm: orNull(strike),
    straddle: orNull(Math.round((call + put) * day.priceScale) / day.priceScale),
    ceIv: shown.call.iv[0],
    peIv: shown.put.iv[0],
  };
}

/** Rupees of a row; NaN where nothing was traded. */
const priceOf =
  (moment: Moment, { priceScale }: RoomDay) =>
  (row: number): number => {
    const price = row < 0 ? 0 : (columnOf(moment, LTP)?.[moment.base + row] ?? 0);
    return price > 0 ? price / priceScale : Number.NaN;
  };
