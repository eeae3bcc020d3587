/** Hot: one scan, room by room. Options are taken from their chains, futures from the rooms of futures: each contract once. */
import { LTP, type RoomDay, VOL } from "#contract/domain/columns.ts";
import type { Program } from "#contract/domain/formula/compile.ts";
import { createEvaluator } from "#contract/domain/formula/evaluate.ts";
import { type CompiledScan, MOST_FOUND, type ScanField, type ScanKind } from "#contract/domain/formula/scan.ts";
import { CE, FUT, INSTRUMENT_TYPES, isFuturesSymbol, PE, rowSymbol } from "#contract/domain/instruments.ts";
import { listedName } from "#contract/domain/reference/expiries.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { ScanFailure, ScanFound } from "#contract/wire/http/scanner.ts";
import { type RoomRows, SCAN_COLUMNS } from "./scan-columns.ts";

/** By symbol. */
export type FutureExpiries = Readonly<Record<string, readonly IsoDate[]>>;

type Facts = Pick<RoomRows, "spots" | "usual" | "minute"> & { readonly futures: FutureExpiries };

interface Match {
  readonly day: RoomDay;
  readonly row: number;
  readonly volume: number;
}

export interface MarketScan {
  add(day: RoomDay): void;
  /** @param at the exchange's clock @param most contracts that are named at most */
  found(at: Pick<ScanFound, "date" | "minute">, most?: number): ScanFound;
}

/**
 * @param facts of the market, by symbol
 * @param watched tokens of which is told why they do not pass
 */
export function createMarketScan(
  { program, conditions }: CompiledScan,
  kind: ScanKind,
  facts: Facts,
  watched: readonly number[] = [],
): MarketScan {
  const evaluator = createEvaluator();
  const kept = new Map<string, Float64Array>();
  const passes = conditions.map(() => 0);
  const matches: Match[] = [];
  const unexplained = new Set(watched);
  const failed: ScanFailure[] = [];
  let contracts = 0;
  let unpriced = 0;
  let rows = new Int32Array(0);
  let out = new Float64Array(0);

  function listedRows(day: RoomDay): number {
    const { type, length } = day.tokens;
    const prices = day.live.columns[LTP]!;
    const isOfFutures = isFuturesSymbol(day.symbol);
    if (rows.length < length) {
      rows = new Int32Array(length * 2);
      out = new Float64Array(rows.length);
      kept.clear();
    }
    let count = 0;
    for (let row = 0; row < length; row++) {
      const code = type[row];
      const isListed = isOfFutures
        ? code === FUT && (kind === "futures" || kind === "all")
        : (code === CE && (kind === "calls" || kind === "all")) || (code === PE && (kind === "puts" || kind === "all"));
      if (!isListed) continue;
      contracts++;
      if (prices[row]! > 0) rows[count++] = row;
      else unpriced++;
    }
    return count;
  }

  function column(field: string, from: RoomRows): Float64Array {
    const values = kept.get(field) ?? new Float64Array(rows.length);
    kept.set(field, values);
    SCAN_COLUMNS[field as ScanField](values, from);
    return values;
  }

  /** Places among a room's rows of the watched contracts. */
  function watchedPlaces({ tokens }: RoomDay, count: number): readonly number[] {
    const places: number[] = [];
    if (unexplained.size > 0)
      for (let at = 0; at < count; at++) if (unexplained.has(tokens.token[rows[at]!]!)) places.push(at);
    return places;
  }

  return {
    add(day) {
      const count = listedRows(day);
      if (count === 0) return;
      const from: RoomRows = { ...facts, day, rows, count };
      const filled = new Map<string, Float64Array>();
      const run = (one: Program): void => {
        const columns = one.sources.map(({ field }) => {
          const known = filled.get(field) ?? column(field, from);
          filled.set(field, known);
          return known;
        });
        evaluator.run(one, columns, count, out);
      };
      const places = watchedPlaces(day, count);
      for (const [i, condition] of conditions.entries()) {
        run(condition.program);
        for (const at of places) {
          const token = day.tokens.token[rows[at]!]!;
          // The first condition that fails is the reason.
          if (isPassed(out[at]!) || !unexplained.delete(token)) continue;
          const fields = condition.program.sources.map(({ field }) => field);
          const figures = Object.fromEntries(fields.map((field) => [field, finite(filled.get(field)?.[at])]));
          failed.push({ token, condition: condition.text, figures });
        }
        let passed = 0;
        for (let at = 0; at < count; at++) if (isPassed(out[at]!)) passed++;
        passes[i]! += passed;
      }
      if (conditions.length !== 1) run(program);
      const volumes = day.live.columns[VOL]!;
      for (let at = 0; at < count; at++)
        if (isPassed(out[at]!)) matches.push({ day, row: rows[at]!, volume: volumes[rows[at]!]! });
    },
    found(at, most = MOST_FOUND) {
      if (most > 0) matches.sort((a, b) => b.volume - a.volume);
      return {
        ...at,
        contracts,
        unpriced,
        matches: matches.length,
        conditions: conditions.map(({ text }, i) => ({ text, passes: passes[i]! })),
        found: describe(matches.slice(0, most), facts),
        failed,
      };
    },
  };
}

const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) ? value : null;

/** A number other than 0. */
const isPassed = (value: number): boolean => value !== 0 && !Number.isNaN(value);

function describe(matches: readonly Match[], facts: Facts): ScanFound["found"] {
  const one = new Float64Array(1);
  const row = new Int32Array(1);
  const symbol = matches.map(({ day, row: at }) => rowSymbol(day, at));
  const figures = (field: ScanField): (number | null)[] =>
    matches.map((match) => {
      row[0] = match.row;
      SCAN_COLUMNS[field](one, { ...facts, day: match.day, rows: row, count: 1 });
      return finite(one[0]);
    });
  return {
    name: matches.map(({ day, row: at }, match) =>
      listedName(
        symbol[match]!,
        day.expiry,
        day.tokens.strike[at]! / day.priceScale,
        INSTRUMENT_TYPES[day.tokens.type[at]!]!,
        facts.futures[symbol[match]!] ?? [],
      ),
    ),
    symbol,
    token: matches.map(({ day, row: at }) => day.tokens.token[at]!),
    ltp: figures("LTP"),
    prevClose: figures("Prev Close"),
    vwap: figures("Vwap"),
    oi: figures("OI"),
    prevOi: figures("Prev OI"),
    volume: figures("Volume"),
    prevVolume: figures("Prev Vol"),
    basis: figures("Basis"),
    carry: figures("Carry%"),
  };
}
