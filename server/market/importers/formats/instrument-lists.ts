/**
 * Lists of instruments as brokers publish them, and tables made of such lists. Of thousands of contracts one row an
 * underlying and expiry is kept: its lot and tick on the day of the list.
 */

import { EXCHANGES, type Exchange, underlyingOf } from "#contract/domain/instruments.ts";
import { istDate } from "#contract/domain/reference/calendar.ts";
import { epochMs, type IsoDate } from "#contract/domain/units.ts";
import type { ReferenceRow } from "../../reference/reference-rows.ts";
import { columnIndexes, createDateReader, nameIn, positiveIn, shown } from "./cell-values.ts";
import { RowError } from "./chain-format.ts";
import type { ReferenceFormat } from "./reference-format.ts";

type Contracts = ReferenceRow<"contracts">;
type ContractList = ReferenceFormat<"contracts">;

/** @throws RowError unless it is a whole number above 0. */
function lotIn(cells: readonly string[], column: number, name: string): number {
  const lot = positiveIn(cells, column, name);
  if (!Number.isInteger(lot)) throw new RowError(`${name} is not a whole number: ${shown(cells[column])}`);
  return lot;
}

const KITE = [
  "tradingsymbol",
  "name",
  "expiry",
  "strike",
  "tick_size",
  "lot_size",
  "instrument_type",
  "exchange",
] as const;
/** Its segments of derivatives. */
const KITE_EXCHANGES: Readonly<Record<string, Exchange>> = { NFO: "NSE", BFO: "BSE", CDS: "NSE" };

export const kiteInstruments: ContractList = {
  becomes: "reference",
  name: "instrument list (Kite)",
  columns: KITE,
  kind: "contracts",
  needs: ["asOf"],
  repeats: true,
  createReader(header, { asOf }) {
    const at = columnIndexes(header, KITE);
    const read = createDateReader();
    return (cells) => {
      const exchange = KITE_EXCHANGES[cells[at.exchange].trim()];
      const kind = KINDS[cells[at.instrument_type].trim()];
      if (exchange === undefined || kind === undefined) return undefined;
      const expiry = read.date(cells, at.expiry, "expiry");
      const symbol = cells[at.name].trim() || symbolOf(cells[at.tradingsymbol], expiry);
      const tick = positiveIn(cells, at.tick_size, "tick_size");
      return { exchange, symbol, expiry, kind, lot: lotIn(cells, at.lot_size, "lot_size"), tick, seen: asOf };
    };
  },
};

const KINDS: Readonly<Record<string, Contracts["kind"]>> = {
  CE: "option",
  PE: "option",
  FUT: "future",
  OPTIDX: "option",
  OPTSTK: "option",
  OPTCUR: "option",
  FUTIDX: "future",
  FUTSTK: "future",
  FUTCUR: "future",
};

/** What stands before the year of the expiry: 'BANKNIFTY' of 'BANKNIFTY18JAN23500CE'. @throws RowError */
function symbolOf(tradingSymbol: string, expiry: IsoDate): string {
  const match = new RegExp(`^(.+?)${expiry.slice(2, 4)}(?:[A-Z]{3}|[0-9OND]\\d{2})`).exec(tradingSymbol);
  if (match === null) throw new RowError(`no underlying in the trading symbol ${shown(tradingSymbol)}`);
  return match[1];
}

const UPSTOX = [
  "segment",
  "exchange",
  "expiry",
  "instrument_type",
  "underlying_symbol",
  "tick_size",
  "lot_size",
  "instrument_key",
] as const;
const UPSTOX_SEGMENTS = new Set(["NSE_FO", "BSE_FO", "NCD_FO"]);
const PAISE = 100;

/** Its ticks are paise; its expiries are dates, in its complete list milliseconds. */
export const upstoxInstruments: ContractList = {
  becomes: "reference",
  name: "instrument list (Upstox)",
  columns: UPSTOX,
  kind: "contracts",
  needs: ["asOf"],
  repeats: true,
  createReader(header, { asOf }) {
    const at = columnIndexes(header, UPSTOX);
    const read = createDateReader();
    return (cells) => {
      const kind = KINDS[cells[at.instrument_type].trim()];
      if (kind === undefined || !UPSTOX_SEGMENTS.has(cells[at.segment].trim())) return undefined;
      const isEpoch = /^\d{12,}$/.test(cells[at.expiry]);
      return {
        exchange: exchangeIn(cells, at.exchange, "exchange"),
        symbol: nameIn(cells, at.underlying_symbol, "underlying_symbol"),
        expiry: isEpoch ? istDate(epochMs(Number(cells[at.expiry]))) : read.date(cells, at.expiry, "expiry"),
        kind,
        lot: lotIn(cells, at.lot_size, "lot_size"),
        tick: positiveIn(cells, at.tick_size, "tick_size") / PAISE,
        seen: asOf,
      };
    };
  },
};

const DHAN = ["exchange", "instrument_type", "underlying_symbol", "expiry_date", "lot_size", "security_id"] as const;

export const dhanInstruments: ContractList = {
  becomes: "reference",
  name: "instrument list (Dhan)",
  columns: DHAN,
  kind: "contracts",
  needs: ["asOf"],
  repeats: true,
  createReader(header, { asOf }) {
    const at = columnIndexes(header, DHAN);
    const read = createDateReader();
    return (cells) => {
      const kind = KINDS[cells[at.instrument_type].trim()];
      if (kind === undefined || !isExchange(cells[at.exchange].trim())) return undefined;
      return {
        exchange: exchangeIn(cells, at.exchange, "exchange"),
        symbol: nameIn(cells, at.underlying_symbol, "underlying_symbol"),
        expiry: read.date(cells, at.expiry_date, "expiry_date"),
        kind,
        lot: lotIn(cells, at.lot_size, "lot_size"),
        seen: asOf,
      };
    };
  },
};

interface SummaryColumns {
  readonly name: string;
  readonly symbol: string;
  readonly instrument: string;
  readonly expiry: string;
  /** Where there is none, the underlying's own. */
  readonly exchange?: string;
}

/** A table that somebody made of a list: an underlying and an expiry a line. */
const summaryOf = ({ name, ...columns }: SummaryColumns): ContractList => ({
  becomes: "reference",
  name,
  columns: [...Object.values(columns), "lot_size", "step_mode"],
  kind: "contracts",
  needs: ["asOf"],
  createReader(header, { asOf }) {
    const at = columnIndexes(header, [...Object.values(columns), "lot_size"]);
    const read = createDateReader();
    return (cells) => {
      const kind = KINDS[cells[at[columns.instrument]].trim()];
      const symbol = nameIn(cells, at[columns.symbol], columns.symbol);
      const exchangeAt = columns.exchange === undefined ? undefined : at[columns.exchange];
      if (kind === undefined || (exchangeAt !== undefined && !isExchange(cells[exchangeAt].trim()))) return undefined;
      return {
        exchange: exchangeAt === undefined ? underlyingOf(symbol).exchange : exchangeIn(cells, exchangeAt, "exchange"),
        symbol,
        expiry: read.date(cells, at[columns.expiry], columns.expiry),
        kind,
        lot: lotIn(cells, at.lot_size, "lot_size"),
        seen: asOf,
      };
    };
  },
});

export const lotsByUnderlying: ContractList = summaryOf({
  name: "lots by exchange and underlying",
  symbol: "underlying",
  instrument: "instrument_type",
  expiry: "nearest_expiry",
  exchange: "exchange",
});

export const lotsByExpiry: ContractList = summaryOf({
  name: "lots by underlying and expiry",
  symbol: "symbol",
  instrument: "instrument",
  expiry: "expiry",
});

const EXPIRIES = ["symbol", "expiry", "kind", "weekday"] as const;

export const expiryList: ContractList = {
  becomes: "reference",
  name: "list of expiries",
  columns: EXPIRIES,
  kind: "contracts",
  needs: [],
  createReader(header) {
    const at = columnIndexes(header, EXPIRIES);
    const read = createDateReader();
    return (cells) => {
      const kind = cells[at.kind].trim();
      if (kind !== "option" && kind !== "future")
        throw new RowError(`kind is neither option nor future: ${shown(kind)}`);
      const symbol = nameIn(cells, at.symbol, "symbol");
      const expiry = read.date(cells, at.expiry, "expiry");
      return { exchange: underlyingOf(symbol).exchange, symbol, expiry, kind };
    };
  },
};

const isExchange = (text: string): text is Exchange => EXCHANGES.some((known) => known === text);

/** @throws RowError */
function exchangeIn(cells: readonly string[], column: number, name: string): Exchange {
  const text = cells[column].trim();
  if (!isExchange(text)) throw new RowError(`${name} is neither NSE nor BSE: ${shown(text)}`);
  return text;
}
