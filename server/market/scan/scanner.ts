/**
 * Scans of the open market. They run one after another and in slices, so that ticks and calls are served between: however
 * many users scan, no slice holds the event loop longer than a few milliseconds.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ExchangeTime } from "#contract/domain/clock.ts";
import type { RoomDay } from "#contract/domain/columns.ts";
import { compileScan } from "#contract/domain/formula/scan.ts";
import { errorText } from "#contract/domain/formula/tokens.ts";
import type { ScanFound } from "#contract/wire/http/scanner.ts";
import { AppError } from "../../platform/errors.ts";
import { createSerial } from "../../platform/serial.ts";
import { atLastMinute } from "../open-day/last-minute.ts";
import { createMarketScan, type FutureExpiries } from "./market-scan.ts";
import type { ScanQuestion } from "./scan-question.ts";

/** Milliseconds of work before the event loop is given back. A room that has begun is finished first. */
const SLICE_MS = 8;
/** Scans that wait at most: a later one is refused instead of answered late. */
const MOST_WAITING = 20;
/** An answer stands for the same question for so long, milliseconds. */
const FRESH_MS = 500;
/** Answers that are kept at most. */
const MOST_KEPT = 50;

export interface ScannedMarket {
  /** Undefined while no day is open. */
  rooms(): Iterable<RoomDay> | undefined;
  /** Rupees by symbol. @param isByMinute of the last closed minute */
  spots(isByMinute: boolean): Readonly<Record<string, number>>;
  /** Expiries of its futures, by symbol. */
  futures(): FutureExpiries;
  time(): ExchangeTime;
  /** The last minute that has passed. */
  closedMinute(): number;
}

/** Milliseconds that do not jump, and the next turn of the event loop. */
export interface Turns {
  now(): number;
  next(): Promise<void>;
}

export type Scanner = (question: ScanQuestion) => Promise<ScanFound | undefined>;

const realTurns: Turns = { now: () => performance.now(), next: () => nextTurn() };

/** @throws AppError 400 for a formula that cannot be scanned, 503 where too many wait */
export function createScanner(market: ScannedMarket, turns: Turns = realTurns): Scanner {
  const serial = createSerial();
  const answers = new Map<string, { readonly at: number; readonly found: Promise<ScanFound | undefined> }>();
  let waiting = 0;

  async function run({
    exchange,
    kind,
    formula,
    most,
    watched,
    usual = {},
    isByMinute = false,
  }: ScanQuestion): Promise<ScanFound | undefined> {
    const compiled = compileScan(formula);
    if (!compiled.ok) throw new AppError("bad-request", errorText(compiled.error));
    const rooms = market.rooms();
    if (rooms === undefined) return undefined;
    /** Of the figures: those of the last closed minute may be of a closing auction that is over now. */
    const minuteNow = (): number => (isByMinute ? market.closedMinute() : Math.floor(market.time().minute));
    const facts = { spots: market.spots(isByMinute), futures: market.futures(), usual, minute: minuteNow() };
    const scan = createMarketScan(compiled, kind, facts, watched);
    let began = turns.now();
    for (const day of rooms) {
      if (day.exchange !== exchange) continue;
      scan.add(isByMinute ? atLastMinute(day) : day);
      if (turns.now() - began < SLICE_MS) continue;
      await turns.next();
      began = turns.now();
    }
    return scan.found({ date: market.time().date, minute: minuteNow() }, most);
  }

  return (request) => {
    const { exchange, kind, formula, most, watched, isByMinute } = request;
    // What is asked of a minute has one answer until the next one is closed.
    const minute = isByMinute && `${market.time().date} ${market.closedMinute()}`;
    const key = JSON.stringify([exchange, kind, formula, most, watched, minute]);
    const known = answers.get(key);
    if (known && (isByMinute || turns.now() - known.at < FRESH_MS)) return known.found;
    if (waiting >= MOST_WAITING)
      throw new AppError("unavailable", "Many scans are waiting. Please try again", { retryAfter: 2 });
    waiting++;
    const found = serial("scan", () => run(request)).finally(() => {
      waiting--;
    });
    if (answers.size >= MOST_KEPT) answers.clear();
    answers.set(key, { at: turns.now(), found });
    found.catch(() => answers.delete(key));
    return found;
  };
}
