/** Makes the aggregates of an archived day, one room at a time. */
import { createHash } from "node:crypto";
import { isFuturesSymbol, parseRoom, type RoomName, roomName } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { DayBuildUps, FutureBar } from "#contract/wire/http/futures.ts";
import type { Archive, DayManifest, StoredBlob } from "../archive/archive.ts";
import type { SymbolFacts } from "../feed.ts";
import { futureExpiryOf } from "../future-expiry.ts";
import { volatilityExpiry } from "./atm-volatility.ts";
import type { DayAggregates, SymbolClose } from "./day-aggregates.ts";
import type { RoomFutures } from "./room-futures.ts";

export interface CloseRequest {
  readonly blob: StoredBlob;
  readonly prevClose: number | undefined;
  readonly futureIsOfExpiry: boolean;
}

/** What takes time, done by a thread or on the spot. */
export interface AggregateWork {
  /** undefined for a room that ends too early to tell the close. */
  close(request: CloseRequest): Promise<SymbolClose | undefined>;
  futures(blob: StoredBlob): Promise<RoomFutures>;
}

/** Tells one version of a day from the next, whatever was imported in between. */
export function versionOf({ rooms }: DayManifest): string {
  const lines = rooms.map(({ room, checksum }) => `${room} ${checksum}`).sort();
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

/** @throws Error when the day changes meanwhile, or a room of it is damaged. */
export async function makeAggregates(
  archive: Archive,
  work: AggregateWork,
  manifest: DayManifest,
): Promise<DayAggregates> {
  const { date, source, symbols } = manifest;
  const rooms = new Set(manifest.rooms.map(({ room }) => room));

  async function blobOf(room: RoomName): Promise<StoredBlob> {
    const blob = await archive.read({ source, date, room });
    if (blob === undefined) throw new Error(`${room} of ${source} ${date} is not there any more`);
    return blob;
  }

  const closes: Record<string, SymbolClose> = {};
  for (const facts of symbols) {
    const expiry = closingExpiry(facts, date, rooms);
    if (expiry === undefined) continue;
    const close = await work.close({
      blob: await blobOf(roomName(facts.symbol, expiry)),
      prevClose: facts.prevClose,
      futureIsOfExpiry: futureExpiryOf(symbols, facts.symbol, expiry) === expiry,
    });
    if (close !== undefined) closes[facts.symbol] = close;
  }

  const buildUps: Record<IsoDate, Record<string, DayBuildUps>> = {};
  const bars: Record<IsoDate, Record<string, FutureBar>> = {};
  for (const room of rooms) {
    const parsed = parseRoom(room);
    if (parsed === undefined || !isFuturesSymbol(parsed.symbol)) continue;
    const found = await work.futures(await blobOf(room));
    buildUps[parsed.expiry] = { ...buildUps[parsed.expiry], ...found.buildUps };
    bars[parsed.expiry] = { ...bars[parsed.expiry], ...found.bars };
  }
  return { date, source, madeOf: versionOf(manifest), closes, buildUps, bars };
}

function closingExpiry({ symbol, expiries }: SymbolFacts, date: IsoDate, rooms: ReadonlySet<RoomName>) {
  const listed = [...expiries].sort();
  return volatilityExpiry(
    listed.filter((expiry) => rooms.has(roomName(symbol, expiry))),
    listed,
    date,
  );
}
