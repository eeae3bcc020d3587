/** What the history thread does, apart from being one: simulated days, JSON of room-days (it keeps the last), and their aggregates. */
import { LTP, type RoomDay } from "#contract/domain/columns.ts";
import { EQ, isFuturesSymbol } from "#contract/domain/instruments.ts";
import { ABSENT, minute } from "#contract/domain/units.ts";
import { type AtmVolatility, createAtmVolatility } from "../../market/aggregates/atm-volatility.ts";
import { dailyAggregates } from "../../market/aggregates/daily-closes.ts";
import { roomClose } from "../../market/aggregates/room-close.ts";
import { roomFutures } from "../../market/aggregates/room-futures.ts";
import type { StoredBlob } from "../../market/archive/archive.ts";
import { loadRoomDay, storeRoomDayHere } from "../../market/archive/blob-codec.ts";
import { decodeDaily } from "../../market/daily/daily-file.ts";
import type { SourceRoom } from "../../market/day-json/day-source.ts";
import { futuresTokenReply } from "../../market/day-json/futures-json.ts";
import { openInterestData, openInterestText, tokenReply } from "../../market/day-json/room-json.ts";
import type { MadeDay, OpenPast } from "../../market/made-past.ts";
import { standAtLastMinute } from "../../market/open-day/last-minute.ts";
import { loadKernel } from "../../market/quant-core.ts";
import type { HistoryJobs, JobName, JobReply, JobRequest, SimulatedKey } from "./history-jobs.ts";

/** A reader asks for a room's tokens and its minutes, one after the other. */
const DECODED_ROOMS = 2;

type Handlers = {
  readonly [Name in JobName]: (
    request: HistoryJobs[Name]["request"],
  ) => HistoryJobs[Name]["reply"] | Promise<HistoryJobs[Name]["reply"]>;
};

export type HistoryWork = <Name extends JobName>(name: Name, request: JobRequest<Name>) => Promise<JobReply<Name>>;

/** @param openPast the past that is made, instead of read */
export function createHistoryWork(openPast: OpenPast): HistoryWork {
  /** By checksum, the least recently used first. */
  const decoded = new Map<string, RoomDay>();
  let volatility: AtmVolatility | undefined;
  let made: { readonly key: SimulatedKey; readonly day: MadeDay } | undefined;

  function dayOf({ seed, date, symbols }: SimulatedKey): MadeDay {
    if (made?.key.seed !== seed || made.key.date !== date || String(made.key.symbols) !== String(symbols))
      made = { key: { seed, date, symbols }, day: openPast({ seed, symbols }).day(date) };
    return made.day;
  }

  function atmVolatility(): AtmVolatility {
    volatility ??= createAtmVolatility(loadKernel());
    return volatility;
  }

  async function roomOf(blob: StoredBlob): Promise<RoomDay> {
    const room = decoded.get(blob.checksum) ?? (await closedRoom(blob));
    decoded.delete(blob.checksum);
    decoded.set(blob.checksum, room);
    for (const oldest of decoded.keys()) {
      if (decoded.size <= DECODED_ROOMS) break;
      decoded.delete(oldest);
    }
    return room;
  }

  const handlers: Handlers = {
    simulatedDay(key) {
      const { symbols, rooms, spots } = dayOf(key);
      return { symbols, rooms, spots };
    },

    simulatedRoom(request) {
      const room = dayOf(request).room(request.room);
      return room && storeRoomDayHere(room);
    },

    simulatedCloses: ({ date, ...choice }) => openPast(choice).closes(date),

    simulatedFutures(request) {
      const room = dayOf(request).room(request.room, "interest");
      return room === undefined ? { buildUps: {}, bars: {} } : roomFutures(room);
    },

    async spots({ blobs }) {
      const spots: Record<string, number> = {};
      for (const blob of blobs) {
        const room = await closedRoom(blob);
        const spot = spotOf(room);
        if (spot !== undefined) spots[room.symbol] = spot;
      }
      return spots;
    },

    async tokens({ blob, symbols }) {
      const day = await roomOf(blob);
      const sd = symbols.find(({ symbol }) => symbol === day.symbol)?.sd;
      const room = atClose(day, sd);
      const reply = isFuturesSymbol(day.symbol) ? futuresTokenReply(symbols, room) : tokenReply(symbols, room);
      return utf8(JSON.stringify(reply));
    },

    async roomClose(request) {
      return roomClose({ ...request, day: await loadRoomDay(request.blob) }, atmVolatility());
    },

    dailyAggregates: ({ bytes }) => dailyAggregates(decodeDaily(bytes), atmVolatility()),

    async roomFutures({ blob }) {
      return roomFutures(await loadRoomDay(blob));
    },

    async openInterest({ blob }) {
      const day = await roomOf(blob);
      return utf8(openInterestText(day, JSON.stringify(openInterestData(day, day.minutes.slots))));
    },
  };
  return async (name, request) => handlers[name](request);
}

/** The room as it stood at the close: its last tick is its last minute. */
async function closedRoom(blob: StoredBlob): Promise<RoomDay> {
  const room = await loadRoomDay(blob);
  standAtLastMinute(room);
  return room;
}

const atClose = (day: RoomDay, sd: number | undefined): SourceRoom => {
  const { slots } = day.minutes;
  return { day, slots, minute: minute(day.open + slots - 1), sd };
};

function spotOf({ tokens, live, priceScale }: RoomDay): number | undefined {
  const row = tokens.type.subarray(0, tokens.length).indexOf(EQ);
  const value = row < 0 ? ABSENT : live.columns[LTP][row];
  return value === ABSENT ? undefined : value / priceScale;
}

const encoder = new TextEncoder();
const utf8 = (text: string): Uint8Array => encoder.encode(text);
