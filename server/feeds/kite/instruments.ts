/**
 * Kite's list of instruments: a CSV of every contract of the day, some hundred thousand lines, of which the product
 * needs its underlyings, their futures and their options.
 */
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
import { CE, type Exchange, FUT, PE, UNDERLYINGS } from "#contract/domain/instruments.ts";
import type { Ticks } from "#contract/domain/reference/ticks.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import { FeedError } from "../../market/feed.ts";
import { oneLine, systemCode } from "../../platform/start-error.ts";

/** A future or an option. */
export interface Contract {
  readonly token: number;
  /** Kite's own name of it, by which its orders go. */
  readonly tradingSymbol: string;
  readonly symbol: string;
  readonly exchange: Exchange;
  readonly expiry: IsoDate;
  readonly type: typeof FUT | typeof CE | typeof PE;
  /** Rupees; 0 for a future. */
  readonly strike: number;
  /** Units. */
  readonly lot: number;
}

export interface InstrumentList {
  readonly contracts: readonly Contract[];
  /** Tokens of what contracts are written on, by symbol: indices and stocks of the cash market. */
  readonly spots: ReadonlyMap<string, number>;
  /**
   * Steps of prices by symbol. Where contracts of one kind differ the largest is taken: exchanges choose steps of which the
   * larger is a multiple of the smaller, so its prices are right for all of them.
   */
  readonly ticks: ReadonlyMap<string, Ticks>;
  /** Lines that should have been contracts and could not be read. */
  readonly badLines: number;
}

/** What the names of Kite's index list are here. */
const INDEX_NAMES: Readonly<Record<string, string>> = {
  "NIFTY 50": "NIFTY",
  "NIFTY BANK": "BANKNIFTY",
  "NIFTY FIN SERVICE": "FINNIFTY",
  "NIFTY MID SELECT": "MIDCPNIFTY",
  SENSEX: "SENSEX",
  BANKEX: "BANKEX",
};

/** Kite's derivative segments, and which of their underlyings are the product's. */
const SEGMENTS: Readonly<Record<string, { readonly exchange: Exchange; readonly takes: (symbol: string) => boolean }>> =
  {
    NFO: { exchange: "NSE", takes: (symbol) => !isCurrencyName(symbol) },
    // A room is named by its symbol alone: stocks are NSE's.
    BFO: { exchange: "BSE", takes: (symbol) => UNDERLYINGS.some((u) => u.symbol === symbol && u.exchange === "BSE") },
    CDS: { exchange: "NSE", takes: isCurrencyName },
  };

function isCurrencyName(symbol: string): boolean {
  return UNDERLYINGS.some((underlying) => underlying.symbol === symbol && underlying.kind === "currency");
}

const TYPES: Readonly<Record<string, Contract["type"]>> = { FUT, CE, PE };

const COLUMNS = [
  "instrument_token",
  "tradingsymbol",
  "name",
  "expiry",
  "strike",
  "lot_size",
  "instrument_type",
  "segment",
] as const;
/** A list that somebody cut to what was needed may be without the tick. */
type Line = Readonly<Record<(typeof COLUMNS)[number], string>> & { readonly tick_size?: string };

/** A list is tens of megabytes at most; whoever takes longer than this is not going to send it. */
const FETCH_MS = 60_000;

/** @param place a URL, or a path to a file, plain or gzip. @throws FeedError in one line when the list cannot be had or read. */
export async function readInstruments(place: string, headers: Readonly<Record<string, string>>) {
  const isUrl = /^https?:\/\//.test(place);
  try {
    const text = isUrl ? await download(place, headers) : openFile(place);
    return await collect(text, place);
  } catch (error) {
    if (error instanceof FeedError) throw error;
    const reason = systemCode(error) === "ENOENT" ? "no such file" : oneLine(error);
    throw new FeedError(`The instruments cannot be read from ${place}: ${reason}`, { cause: error });
  }
}

async function download(url: string, headers: Readonly<Record<string, string>>): Promise<Readable> {
  const reply = await fetch(url, { headers, signal: AbortSignal.timeout(FETCH_MS) });
  if (reply.status === 403)
    throw new FeedError(`The instruments cannot be read from ${url}: 403, the access token is refused`);
  if (!reply.ok || reply.body === null)
    throw new FeedError(`The instruments cannot be read from ${url}: status ${reply.status}`);
  return Readable.fromWeb(reply.body as ReadableStream);
}

function openFile(path: string): Readable {
  const file = createReadStream(path);
  if (!path.endsWith(".gz")) return file;
  const unpacked = createGunzip();
  file.on("error", (error) => unpacked.destroy(error)).pipe(unpacked);
  return unpacked;
}

async function collect(text: Readable, place: string): Promise<InstrumentList> {
  const parser = parse({ bom: true, columns: true, skip_empty_lines: true, relax_column_count: true });
  text.on("error", (error) => parser.destroy(error)).pipe(parser);
  const contracts: Contract[] = [];
  const indices = new Map<string, number>();
  const shares = new Map<string, number>();
  const ticks = new Map<string, Ticks>();
  let badLines = 0;
  let hasHeader = false;
  for await (const line of parser as AsyncIterable<Line>) {
    if (!hasHeader) checkHeader(line, place);
    hasHeader = true;
    const [market = "", kind = ""] = line.segment.split("-");
    const index = line.segment === "INDICES" ? INDEX_NAMES[line.tradingsymbol] : undefined;
    if (index !== undefined) indices.set(index, Number(line.instrument_token));
    else if (line.segment === "NSE") shares.set(line.tradingsymbol, Number(line.instrument_token));
    else if ((kind === "OPT" || kind === "FUT") && SEGMENTS[market]?.takes(line.name)) {
      const contract = contractOf(line, SEGMENTS[market].exchange);
      if (contract === undefined) badLines++;
      else {
        contracts.push(contract);
        takeTick(ticks, contract, Number(line.tick_size));
      }
    }
  }
  if (contracts.length === 0) {
    const unread = badLines === 0 ? "" : `, and ${badLines} lines that cannot be read`;
    throw new FeedError(`The instruments of ${place} hold no contract that is known here${unread}`);
  }
  const symbols = new Set(contracts.map(({ symbol }) => symbol));
  const spots = new Map([...shares].filter(([symbol]) => symbols.has(symbol)));
  for (const [symbol, token] of indices) spots.set(symbol, token);
  return { contracts, spots, ticks, badLines };
}

function takeTick(ticks: Map<string, Ticks>, { symbol, type }: Contract, tick: number): void {
  if (!(tick > 0)) return;
  const kind = type === FUT ? "future" : "option";
  const known = ticks.get(symbol);
  if (tick > (known?.[kind] ?? 0)) ticks.set(symbol, { ...known, [kind]: tick });
}

function checkHeader(line: Line, place: string): void {
  const missing = COLUMNS.filter((name) => line[name] === undefined);
  if (missing.length > 0) throw new FeedError(`The instruments of ${place} lack the columns ${missing.join(", ")}`);
}

function contractOf(line: Line, exchange: Exchange): Contract | undefined {
  const [token, strike, lot] = [Number(line.instrument_token), Number(line.strike), Number(line.lot_size)];
  const type = TYPES[line.instrument_type];
  const isToken = Number.isInteger(token) && token > 0 && token <= 0xffff_ffff;
  if (!isToken || type === undefined || !Number.isInteger(lot) || lot < 1 || line.name === "") return undefined;
  if (type === FUT ? strike !== 0 : !(strike > 0)) return undefined;
  try {
    const tradingSymbol = line.tradingsymbol;
    return { token, tradingSymbol, symbol: line.name, exchange, expiry: isoDate(line.expiry), type, strike, lot };
  } catch {
    return undefined;
  }
}
