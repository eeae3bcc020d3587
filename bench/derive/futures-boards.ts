/**
 * What does a tick cost the market-wide screens of futures, and what do three of their rooms weigh? The board of a room is computed
 * once for each state of it; the watch list reads seven of its windows, top futures ranks five lists, advance and decline fills
 * fifteen boxes.
 */
import {
  COMPLETE,
  createLiveColumns,
  createMinuteColumns,
  FIELDS,
  type FieldMask,
  LTP,
  OI,
  type RoomDay,
  VOL,
  VWAP,
} from "#contract/domain/columns.ts";
import {
  createTokenTable,
  FUT,
  futuresRoomName,
  futuresSymbol,
  spotRoomName,
  spotSymbol,
} from "#contract/domain/instruments.ts";
import { SECTOR_LISTS } from "#contract/domain/reference/sectors.ts";
import { isoDate, minute, priceScale } from "#contract/domain/units.ts";
import type { Derivation } from "#contract/worker/derivation.ts";
import type { Need, PaneContext } from "#contract/worker/screen.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeMarket } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { derivation as advanceDecline } from "../../web/screens/advance-decline/derive.ts";
import { screen as advanceDeclineScreen } from "../../web/screens/advance-decline/screen.ts";
import { derivation as watchList } from "../../web/screens/futures-watchlist/derive.ts";
import { screen as watchListScreen } from "../../web/screens/futures-watchlist/screen.ts";
import { derivation as topFutures } from "../../web/screens/top-futures/derive.ts";
import { screen as topFuturesScreen } from "../../web/screens/top-futures/screen.ts";
import { FILTERS } from "../../web/screens/top-futures/snapshot.ts";
import { median, note, quantile, type Row, row } from "../report.ts";
import { createRandom } from "../synthetic/random.ts";

const ROWS = 215;
const SLOTS = 376;
const CLOSED = 340;
const DATE = isoDate("2026-08-18");
const EXPIRY = isoDate("2026-08-25");
/** Rows that a tick changes. */
const CHANGED = 80;
/** Rooms of an exchange's futures: three months. The feed worker has their tables, and one quant worker. */
const ROOMS = 3;
const COPIES = 2;
const FIELDS_KEPT = [LTP, VWAP, OI, VOL];

export function futuresBoards(question: string, kernel: Kernel, rounds: number): Row[] {
  const day = marketRoom(futuresRoomName("NSE", EXPIRY), futuresSymbol("NSE"));
  const spots = marketRoom(spotRoomName("NSE", EXPIRY), spotSymbol("NSE"));
  const pane = makePane({ spotExpiry: EXPIRY });
  const ticking = { day, spots, pane, kernel, question, rounds };
  return [
    ...screenRows("watch list", watchList, { ...watchListScreen.defaults, hasBasis: true }, ticking),
    ...screenRows(
      "top futures",
      topFutures,
      { ...topFuturesScreen.defaults, lists: FILTERS, top: 25 as const },
      ticking,
    ),
    ...screenRows("advance and decline", advanceDecline, advanceDeclineScreen.defaults, ticking),
    row(question, "three futures rooms: memory in the workers", weight(pane)),
  ];
}

interface Ticking {
  readonly day: RoomDay;
  readonly spots: RoomDay;
  readonly pane: PaneContext;
  readonly kernel: Kernel;
  readonly question: string;
  readonly rounds: number;
}

function screenRows<Params, Snapshot, Scratch>(
  name: string,
  { createScratch, derive }: Derivation<Params, Snapshot, Kernel, Scratch>,
  params: Params,
  { day, spots, pane, kernel, question, rounds }: Ticking,
): Row[] {
  const random = createRandom(11);
  const scratch = createScratch();
  const clock = { mode: "live", date: DATE, minute: minute(day.open + CLOSED), speed: 1 } as const;
  const times: number[] = [];
  for (let tick = 0; tick < rounds * 10 + 100; tick++) {
    for (let i = 0; i < CHANGED; i++) {
      const at = Math.floor(random.next() * ROWS);
      day.live.columns[LTP][at] += random.next() < 0.5 ? 5 : -5;
      day.live.columns[VOL][at] += 75;
    }
    const room = { day, structureVersion: 1, minuteVersion: 1, tickVersion: tick };
    const market = makeMarket(undefined, { room: (of) => (of === spots.room ? { ...room, day: spots } : room) });
    // CPU time: others on the machine are no cost of the screen's.
    const began = process.cpuUsage();
    derive({ market, pane, params, clock, kernel }, scratch);
    const { user, system } = process.cpuUsage(began);
    if (tick >= 100) times.push((user + system) / 1000); // compiled before it counts
  }
  return [
    row(question, `futures: a tick of the ${name}, p95`, quantile(times, 0.95)),
    note(question, `futures: a tick of the ${name}, median`, median(times), "ms"),
  ];
}

/** A room of futures, or of spots, in which every row has a price in every minute so far. */
function marketRoom(room: string, symbol: string): RoomDay {
  const random = createRandom(7);
  const names = [...new Set(Object.values(SECTOR_LISTS).flat())].slice(0, ROWS);
  while (names.length < ROWS) names.push(`STOCK${names.length}`);
  const tokens = createTokenTable(ROWS);
  tokens.length = ROWS;
  tokens.symbol = names;
  tokens.type.fill(FUT);
  tokens.prevOi.fill(1_000_000);
  tokens.prevVol.fill(500_000);
  const minutes = createMinuteColumns(ROWS, SLOTS, maskOf(FIELDS_KEPT));
  const live = createLiveColumns(ROWS);
  for (let at = 0; at < ROWS; at++) {
    tokens.token[at] = 1000 + at;
    tokens.prevClose[at] = 100_000 + at * 100;
    let price = tokens.prevClose[at];
    for (let slot = 0; slot <= CLOSED; slot++) {
      price += Math.round(random.normal() * 50);
      const columns = slot === CLOSED ? live.columns : minutes.columns;
      const cell = slot === CLOSED ? at : slot * minutes.stride + at;
      columns[LTP]![cell] = price;
      columns[VWAP]![cell] = price - 20;
      columns[OI]![cell] = 1_000_000 + slot * 75 * at;
      columns[VOL]![cell] = (slot + 1) * 1500;
    }
  }
  minutes.state.fill(COMPLETE, 0, CLOSED);
  const open = minute(555);
  const names_ = { room, symbol, exchange: "NSE", expiry: EXPIRY, date: DATE, source: "sim" } as const;
  return { ...names_, priceScale: priceScale(100), open, cadence: 1, tokens, live, minutes };
}

const maskOf = (fields: readonly number[]): FieldMask => fields.reduce((mask, field) => mask | (1 << field), 0);

/** Megabytes of three rooms with the columns that all three screens ask for together, and of the spots. */
function weight(pane: PaneContext): number {
  const needs = [
    ...watchListScreen.needs(watchListScreen.defaults, pane),
    ...topFuturesScreen.needs(topFuturesScreen.defaults, pane),
    ...advanceDeclineScreen.needs(advanceDeclineScreen.defaults, pane),
  ];
  const futures = needs.filter((need) => "room" in need && need.room === futuresRoomName("NSE", EXPIRY));
  return ((roomBytes(fieldsOf(futures)) * ROOMS + roomBytes(1 << LTP)) * COPIES) / 1e6;
}

/** Of all that ask; one that names none asks for all. */
const fieldsOf = (needs: readonly Need[]): FieldMask =>
  needs.reduce(
    (mask, need) =>
      mask | maskOf(("fields" in need ? (need.fields ?? FIELDS) : FIELDS).map((one) => FIELDS.indexOf(one))),
    0,
  );

function roomBytes(fields: FieldMask): number {
  const minutes = createMinuteColumns(ROWS, SLOTS, fields);
  const columns = [...minutes.columns, minutes.state, ...createLiveColumns(ROWS).columns];
  return columns.reduce((sum, column) => sum + column.byteLength, 0);
}
