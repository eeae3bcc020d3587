/**
 * How long until a minute of the whole market is on disk? 55,000 contracts in 640 rooms, against writing the bytes of their
 * minute as plain 32-bit columns (six fields, 1.32 MB) to a file, and fdatasync: what a disk takes for it at the least.
 */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ALL_FIELDS,
  ASK,
  ASK_QTY,
  BID,
  BID_QTY,
  COMPLETE,
  createLiveColumns,
  FIELD_COUNT,
  isPriceField,
  LTP,
  OI,
  type RoomDay,
  VOL,
  VWAP,
  writeSlot,
} from "#contract/domain/columns.ts";
import { CE, createTokenTable, PE } from "#contract/domain/instruments.ts";
import { isoDate, minute, priceScale } from "#contract/domain/units.ts";
import type { TradingDay } from "../../server/feeds/feed.ts";
import { DayJournal } from "../../server/market/journal.ts";
import { openMinutes } from "../../server/market/minutes/pack-room.ts";
import { median, medianRatio, note, type Row, row } from "../report.ts";
import { createRandom, type Random } from "../synthetic/random.ts";

const ROOMS = 640;
const ROWS = 86;
const LOT = 75;
const TICK = 5;
const PLAIN_BYTES = 55_000 * 6 * 4;
/** Contracts whose figures change in a minute: index options all, most strikes of most stocks not. */
const SHARE = 0.4;
const OPEN = 555;

function createRoom(index: number, random: Random): RoomDay {
  const tokens = createTokenTable(ROWS);
  const live = createLiveColumns(ROWS);
  for (let line = 0; line < ROWS; line++) {
    tokens.token[line] = index * 256 + line;
    tokens.type[line] = line % 2 === 0 ? CE : PE;
    tokens.strike[line] = (line >> 1) * 1_000;
    tokens.lotSize[line] = LOT;
    for (let field = 0; field < FIELD_COUNT; field++)
      live.columns[field][line] = Math.ceil(random.next() * 10_000) * (isPriceField(field) ? TICK : LOT);
  }
  tokens.length = ROWS;
  const contracts = { symbol: `S${index}`, priceScale: priceScale(100), tokens };
  return {
    ...contracts,
    room: `S${index}-8/25/2026`,
    exchange: "NSE",
    expiry: isoDate("2026-08-25"),
    date: isoDate("2026-08-14"),
    source: "sim",
    open: minute(OPEN),
    cadence: 1,
    live,
    minutes: openMinutes(contracts, 386, ALL_FIELDS),
  };
}

/** A minute of a room: trades, a new quote, the open interest now and then. */
function passMinute({ live: { columns: at }, minutes }: RoomDay, slot: number, random: Random): void {
  for (let line = 0; line < ROWS; line++) {
    if (random.next() > SHARE) continue;
    const step = Math.round(random.normal() * 6) * TICK;
    at[LTP][line] = Math.max(TICK, at[LTP][line] + step);
    at[VWAP][line] = Math.max(1, at[VWAP][line] + Math.round(random.normal() * 5));
    at[VOL][line] += LOT * Math.ceil(random.next() * 200);
    if (random.next() < 0.3) at[OI][line] = Math.max(0, at[OI][line] + LOT * Math.round(random.normal() * 30));
    at[BID][line] = Math.max(TICK, at[BID][line] + step);
    at[ASK][line] = Math.max(TICK, at[ASK][line] + step);
    at[BID_QTY][line] = LOT * Math.ceil(random.next() * 60);
    at[ASK_QTY][line] = LOT * Math.ceil(random.next() * 60);
  }
  writeSlot(minutes, slot, { columns: at, base: 0 }, ROWS, COMPLETE);
}

export async function journalRows(question: string, short: boolean): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "strikeboard-bench-"));
  const random = createRandom(20_260_814);
  const rooms = Array.from({ length: ROOMS }, (_, index) => createRoom(index, random));
  const day: TradingDay = { date: isoDate("2026-08-14"), source: "sim", symbols: [], rooms };
  const journal = DayJournal.create(folder, day, []);
  const peer = await open(join(folder, "peer"), "w");
  const bytes = new Uint8Array(PLAIN_BYTES).map(() => random.next() * 256);
  const ours: number[] = [];
  const plain: number[] = [];
  let written = 0;
  const compete = [
    async (slot: number) => {
      for (const room of rooms) passMinute(room, slot, random);
      const started = performance.now();
      written = (await journal.append(OPEN + slot)).bytes;
      ours.push(performance.now() - started);
    },
    async (slot: number) => {
      const started = performance.now();
      await peer.write(bytes, 0, bytes.length, slot * bytes.length);
      await peer.datasync();
      plain.push(performance.now() - started);
    },
  ];
  try {
    await journal.flush();
    for (let slot = 0; slot < (short ? 60 : 250); slot++) {
      for (let turn = 0; turn < 2; turn++) await compete[(slot + turn) % 2]?.(slot);
    }
    // The first are compiled.
    const [kept, keptPlain] = [ours.slice(20), plain.slice(20)];
    return [
      row(
        question,
        "journal, a minute of 55,000 contracts / bare write and fdatasync of 1.32 MB",
        medianRatio(kept, keptPlain),
      ),
      note(question, "journal, a minute of 55,000 contracts", median(kept), "ms"),
      note(question, "bare write and fdatasync of 1.32 MB", median(keptPlain), "ms"),
      note(question, "journal, bytes a contract and minute", written / (ROOMS * ROWS), "B"),
    ];
  } finally {
    await journal.close();
    await peer.close();
    await rm(folder, { recursive: true });
  }
}
