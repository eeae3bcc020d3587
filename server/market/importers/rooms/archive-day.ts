/**
 * Puts an imported day into the archive, beside what earlier imports of that day brought.
 *
 * The rule for a date that is there already: a room that is brought again replaces the archived one as a whole, rooms
 * that are not brought stay. Replacing is told room by room, before it happens in a dry run. A room that would become shorter, or
 * lose contracts, is not replaced unless forced: nothing of the day is written.
 */
import { MISSING_MINUTE, type RoomDay } from "#contract/domain/columns.ts";
import { parseRoom } from "#contract/domain/instruments.ts";
import { encodeRoomDay } from "#contract/wire/room-day-blob.ts";
import { oneLine } from "../../../platform/start-error.ts";
import type { Archive, DayManifest } from "../../archive/archive.ts";
import { checksumOf, loadRoomDay } from "../../archive/blob-codec.ts";
import type { DailyFigures } from "../../daily/daily-figures.ts";
import { priceTick } from "../../price-tick.ts";
import type { MarketFacts } from "../../reference/market-facts.ts";
import { ImportError } from "../formats/chain-format.ts";
import {
  type DayReport,
  type DayStatus,
  dayReport,
  type ReplacedRoom,
  type RoomReport,
  roomReport,
} from "../report/import-report.ts";
import type { DayBuilder } from "./day-builder.ts";
import { finishedOrder } from "./finish-room.ts";
import { fillPrevious } from "./previous-day.ts";
import type { RoomBuilder } from "./room-builder.ts";
import { isFuturesRoom, isRoomOfMany, isSpotRoom } from "./rooms-of-many.ts";
import { roomFacts, symbolFacts } from "./symbol-facts.ts";

export interface ArchiveDayDeps {
  readonly archive: Archive;
  readonly facts: MarketFacts;
  /** Where the preceding day's figures are looked up. */
  readonly daily?: DailyFigures | undefined;
  readonly dryRun?: boolean;
  /** Also replaces rooms by shorter ones. */
  readonly force?: boolean;
}

/** Never rejects for a reason of the archive's: the report says why the day is not there. */
export async function archiveDay(
  builder: DayBuilder,
  { archive, facts, daily, dryRun = false, force = false }: ArchiveDayDeps,
): Promise<DayReport> {
  const reports: RoomReport[] = [];
  const { date } = builder;
  try {
    const before = await archive.day("import", date);
    const brought = builder.names;
    const { kept, former, futures } = await earlierRooms(archive, before, brought);
    if (!force) refuseShorter(builder, former);
    builder.previous = await fillPrevious(builder.rooms, { archive, daily });
    for (const room of kept) builder.tokens.keep(room);
    const isKept = new Set(kept);
    if (dryRun) {
      const checksums = new Map<string, string>();
      for (const room of builder.finish(kept, futures)) {
        if (isKept.has(room)) continue;
        reports.push(roomReport(room));
        checksums.set(room.room, checksumOf(encodeRoomDay(room, priceTick(room))));
      }
      const report = dayReport(builder, reports, kept.length);
      report.replaces = replacedRooms(before, reports, former, (room) => checksums.get(room));
      report.status = "not written (dry run)";
      report.wouldBe = before === undefined ? "new" : isWhole(before, checksums, kept) ? "unchanged" : "replaced";
      return report;
    }
    const origins = new Set([...(kept.length > 0 && before ? before.origin.split(", ") : []), ...builder.files]);
    const head = {
      date,
      source: "import" as const,
      origin: [...origins].sort().join(", "),
      symbols: symbolFacts(
        [...builder.facts(), ...kept.filter((room) => !isRoomOfMany(room)).map(roomFacts)],
        date,
        facts,
      ),
      lacking: {
        ...Object.fromEntries(Object.entries(before?.lacking ?? {}).filter(([room]) => !brought.has(room))),
        ...Object.fromEntries(builder.rooms.map((room) => [room.day.room, lackingOf(room)])),
      },
    };
    const after = await archive.writeDay(
      head,
      reported(builder.finish(kept, futures), (room) => {
        if (!isKept.has(room)) reports.push(roomReport(room));
      }),
    );
    const report = dayReport(builder, reports, kept.length);
    report.status = statusOf(before, after);
    report.replaces = replacedRooms(before, reports, former, (room) => checksumIn(after, room));
    report.bytes = after.rooms.reduce((sum, { bytes }) => sum + bytes, 0);
    return report;
  } catch (error) {
    return { ...dayReport(builder, reports, 0), status: "failed", error: oneLine(error) };
  }
}

interface RoomSize {
  readonly minutes: number;
  readonly contracts: number;
}

interface EarlierRooms {
  /** Rooms of the day that this import does not bring, without the spot rooms: those are made anew. */
  readonly kept: readonly RoomDay[];
  /** What those have that it brings again; undefined for one that cannot be read any more. */
  readonly former: ReadonlyMap<string, RoomSize | undefined>;
  /** Futures rooms that it brings again: rows of other underlyings stay. */
  readonly futures: readonly RoomDay[];
}

async function earlierRooms(
  archive: Archive,
  before: DayManifest | undefined,
  brought: ReadonlySet<string>,
): Promise<EarlierRooms> {
  const kept: RoomDay[] = [];
  const former = new Map<string, RoomSize | undefined>();
  const futures: RoomDay[] = [];
  for (const { room } of before?.rooms ?? []) {
    const isMade = brought.has(room) || isSpotRoom({ symbol: parseRoom(room)?.symbol ?? "" });
    try {
      const stored = before && (await archive.read({ source: before.source, date: before.date, room }));
      if (stored === undefined) continue;
      const day = await loadRoomDay(stored);
      if (!isMade) kept.push(day);
      else former.set(room, sizeOf(day));
      if (brought.has(room) && isFuturesRoom(day)) futures.push(day);
    } catch (error) {
      // A damaged room is mended by bringing it again; one that is not brought would be lost.
      if (!isMade) throw error;
      former.set(room, undefined);
    }
  }
  return { kept, former, futures };
}

const sizeOf = ({ minutes, tokens }: RoomDay): RoomSize => ({
  minutes: minutes.state.reduce((count, state) => count + (state === MISSING_MINUTE ? 0 : 1), 0),
  contracts: tokens.length,
});

/** @throws ImportError when a room would have fewer minutes or contracts than the archived one. */
function refuseShorter(builder: DayBuilder, former: EarlierRooms["former"]): void {
  for (const { day } of builder.rooms) {
    const there = former.get(day.room);
    if (there === undefined) continue;
    const { minutes, contracts } = sizeOf(day);
    for (const [what, before, after] of [
      ["minutes", there.minutes, minutes],
      ["contracts", there.contracts, contracts],
    ] as const) {
      if (after >= before) continue;
      throw new ImportError(
        `${day.room} has ${before} ${what} in the archive and would have ${after}: nothing of the day is written (--force replaces it)`,
      );
    }
  }
}

const lackingOf = (room: RoomBuilder): string =>
  finishedOrder(room.day)
    .map((row) => room.lacking.get(room.keyOf(row)) ?? 0)
    .join("");

function* reported(rooms: Iterable<RoomDay>, tell: (room: RoomDay) => void): Generator<RoomDay> {
  for (const room of rooms) {
    tell(room);
    yield room;
  }
}

const checksumIn = (manifest: DayManifest | undefined, name: string): string | undefined =>
  manifest?.rooms.find(({ room }) => room === name)?.checksum;

function replacedRooms(
  before: DayManifest | undefined,
  rooms: readonly RoomReport[],
  former: EarlierRooms["former"],
  checksum: (room: string) => string | undefined,
): ReplacedRoom[] {
  return rooms
    .filter(({ room }) => former.has(room) && checksumIn(before, room) !== checksum(room))
    .map(({ room, minutes }) => ({ room, before: former.get(room)?.minutes, after: minutes }));
}

/** Whether the day consists of these rooms already. */
const isWhole = (before: DayManifest, brought: ReadonlyMap<string, string>, kept: readonly RoomDay[]): boolean =>
  before.rooms.length === brought.size + kept.length &&
  [...brought].every(([room, checksum]) => checksumIn(before, room) === checksum);

const statusOf = (before: DayManifest | undefined, after: DayManifest): DayStatus =>
  before === undefined ? "new" : isSame(before, after) ? "unchanged" : "replaced";

const isSame = (a: DayManifest, b: DayManifest): boolean =>
  JSON.stringify(comparable(a)) === JSON.stringify(comparable(b));
const comparable = ({ origin, cadence, symbols, rooms }: DayManifest) => ({
  origin,
  cadence,
  symbols: symbols.map(Object.entries),
  rooms,
});
