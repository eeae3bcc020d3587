import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COMPLETE,
  FIELD_COUNT,
  isPriceField,
  MISSING_MINUTE,
  PARTIAL,
  type RoomDay,
  slotColumns,
} from "#contract/domain/columns.ts";
import { ABSENT, slot } from "#contract/domain/units.ts";
import { growRoomDay } from "#contract/wire/frame/capacity.ts";
import { Fenced, takeFence } from "../../platform/data-folder/fence.ts";
import { fakeDay } from "../../testing/market/fake-feed.ts";
import { fillMinute, keptOf } from "../../testing/market/fill-minute.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import type { TradingDay } from "../feed.ts";
import { BookRoom } from "../open-day/book-room.ts";
import { DayJournal, findJournals } from "./journal.ts";
import { dayTexts } from "./journal-json.ts";
import { JOURNAL_VERSION, WHOLE_EVERY } from "./journal-layout.ts";
import { readJournal, readJournalFile } from "./journal-read.ts";
import { RecordWriter } from "./journal-write.ts";

const fill = (day: TradingDay, at: number, seed = at, state?: number): void => {
  for (const room of day.rooms) fillMinute(room, at, seed, state);
};
const rowsOf = (day: TradingDay): number[] => day.rooms.map((room) => room.tokens.length);

/** The figures of one minute. */
function minuteOf({ minutes, open, tokens }: RoomDay, at: number): number[][] {
  const { columns, base } = slotColumns(minutes, at - open);
  return columns.map((column) => Array.from(column.subarray(base, base + tokens.length)));
}

/** A journal in memory: its bytes, and where each record ends. */
function record(day: TradingDay, minutes: readonly number[]): { bytes: Buffer; ends: number[] } {
  const writer = new RecordWriter();
  writer.beginDay();
  for (const text of dayTexts(day)) writer.text(text);
  writer.endText();
  const ends = [writer.length];
  for (const at of minutes) {
    writer.minute(at, day.rooms, rowsOf(day));
    ends.push(writer.length);
  }
  return { bytes: Buffer.from(writer.written), ends };
}

function extend(room: RoomDay): void {
  const row = room.tokens.length;
  growRoomDay(room, row + 1);
  room.tokens.token[row] = 90_000 + row;
  room.tokens.strike[row] = 1234;
  room.tokens.symbol?.push("M&M");
  room.tokens.length = row + 1;
}

describe("journal records", () => {
  it("give back every figure, state and contract of the day", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 540, max: 700 }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        async (minutes, seed) => {
          const day = fakeDay();
          const sorted = [...new Set(minutes)].sort((a, b) => a - b);
          for (const at of sorted) fill(day, at, at + seed, at % 5 === 0 ? PARTIAL : undefined);
          const read = await readJournal(record(day, sorted).bytes);
          expect(read?.day.rooms.map(keptOf)).toEqual(day.rooms.map(keptOf));
          expect(read?.day.symbols).toEqual(day.symbols);
          expect(read?.lastMinute).toBe(sorted.at(-1));
        },
      ),
      { numRuns: 25 },
    );
  });

  it("give back the deviation of a room's underlying, where the day's symbols tell one", async () => {
    const read = await readJournal(record(fakeDay(), []).bytes);
    expect(read?.day.rooms.map(({ symbol, sd }) => [symbol, sd])).toEqual([
      ["NIFTY", 0.01],
      ["USDINR", undefined],
    ]);
  });

  it("are the same however much of a file is read at a time", async () => {
    const day = fakeDay();
    const minutes = Array.from({ length: 40 }, (_, at) => 700 + at);
    for (const at of minutes) fill(day, at);
    // As after a restart: blocks of packed minutes, then minutes.
    for (const room of day.rooms) new BookRoom(room).pack();
    const journal = DayJournal.create(temporaryFolder(), day, minutes);
    await journal.flush();
    await journal.close();
    const figures = day.rooms.map(keptOf);
    for (const readAhead of [1, 100, 4099, 1 << 20]) {
      const { contents, size } = await readJournalFile(journal.path, readAhead);
      expect(contents?.length).toBe(size);
      expect(contents?.day.rooms.map(keptOf), `${readAhead} bytes`).toEqual(figures);
    }
  });

  it("lose only the last record when it is cut at any byte", async () => {
    const day = fakeDay();
    for (const at of [735, 736, 737]) fill(day, at);
    const { bytes, ends } = record(day, [735, 736, 737]);
    const whole = ends[2] as number;
    for (let length = whole; length < bytes.length; length++) {
      const read = await readJournal(bytes.subarray(0, length));
      expect(read?.lastMinute).toBe(736);
      expect(read?.length).toBe(whole);
    }
    expect((await readJournal(bytes))?.lastMinute).toBe(737);
  });

  it("lose only the last record when any byte of it is damaged", async () => {
    const day = fakeDay();
    for (const at of [735, 736, 737]) fill(day, at);
    const { bytes, ends } = record(day, [735, 736, 737]);
    const whole = ends[2] as number;
    for (let at = whole; at < bytes.length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ 0x55;
      const read = await readJournal(damaged);
      expect(read?.lastMinute).toBe(736);
      expect(read?.length).toBe(whole);
    }
  });

  it("go on after damage in the middle, which is a hole, and are right again where every row is written", async () => {
    const day = fakeDay();
    const minutes = Array.from({ length: 40 }, (_, i) => 735 + i);
    for (const at of minutes) fill(day, at);
    const { bytes, ends } = record(day, minutes);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 37 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (nth, part) => {
          const [from, to] = [ends[nth] ?? 0, ends[nth + 1] ?? 0];
          const damaged = Buffer.from(bytes);
          const place = from + Math.floor(part * (to - from));
          damaged[place] = (damaged[place] ?? 0) ^ 0x55;
          const read = await readJournal(damaged);
          expect(read?.lastMinute).toBe(774);
          expect(read?.length).toBe(bytes.length);
          expect(read?.holes).toEqual([
            { bytes: to - from, after: nth === 0 ? undefined : 734 + nth, before: 736 + nth },
          ]);
          for (const [index, room] of (read?.day.rooms ?? []).entries()) {
            const lost = [...room.minutes.state].flatMap((state, slot) =>
              state === MISSING_MINUTE && slot >= 735 - room.open && slot <= 774 - room.open ? [slot + room.open] : [],
            );
            // From the damaged minute to the next in which all of the room's rows are written.
            expect(lost[0]).toBe(735 + nth);
            expect(lost.length).toBeLessThanOrEqual(WHOLE_EVERY);
            for (const at of minutes.filter((minute) => !lost.includes(minute)))
              expect(minuteOf(room, at), `${at}`).toEqual(minuteOf(day.rooms[index] as RoomDay, at));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("stop at any kind of rubbish without an error", async () => {
    const day = fakeDay();
    fill(day, 735);
    const { bytes } = record(day, [735]);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (tail) => {
        expect((await readJournal(Buffer.concat([bytes, tail])))?.lastMinute).toBe(735);
        expect(await readJournal(Buffer.from(tail))).toBeUndefined();
      }),
    );
  });
});

describe("the day's journal", () => {
  it("goes on where it ended, after a torn tail is cut off", async () => {
    const folder = temporaryFolder();
    const day = fakeDay();
    fill(day, 735);
    const journal = DayJournal.create(folder, day, [735]);
    await journal.flush();
    fill(day, 736);
    await journal.append(736);
    await journal.close();
    writeFileSync(journal.path, Buffer.concat([readFileSync(journal.path), Buffer.from([9, 9, 9, 9, 9])]));

    const [found] = await findJournals(folder);
    expect(found?.cut).toBe(5);
    expect(found?.lastMinute).toBe(736);
    if (found === undefined) return;
    const resumed = DayJournal.create(folder, found.day, [735, 736]);
    await resumed.flush();
    fill(found.day, 737);
    await resumed.append(737);
    await resumed.close();
    const [again] = await findJournals(folder);
    expect(again?.cut).toBe(0);
    expect(again?.lastMinute).toBe(737);
    expect(again?.day.rooms.map(keptOf)).toEqual(found.day.rooms.map(keptOf));
  });

  it("keeps contracts that were listed during the day", async () => {
    const folder = temporaryFolder();
    const day = fakeDay();
    const [{ tokens }] = day.rooms as [RoomDay];
    tokens.symbol = Array.from({ length: tokens.length }, (_, row) => `S${row}`);
    const journal = DayJournal.create(folder, day, []);
    await journal.flush();
    fill(day, 735);
    await journal.append(735);
    extend(day.rooms[0] as RoomDay);
    extend(day.rooms[0] as RoomDay);
    fill(day, 736);
    await journal.append(736);
    await journal.close();
    const [found] = await findJournals(folder);
    expect(found?.day.rooms.map(keptOf)).toEqual(day.rooms.map(keptOf));
    expect(found?.day.rooms.map((room) => room.tokens.symbol)).toEqual(day.rooms.map((room) => room.tokens.symbol));
  });

  it("keeps a minute that could not be written for the next time", async () => {
    const folder = join(temporaryFolder(), "later");
    const day = fakeDay();
    const journal = DayJournal.create(folder, day, []);
    fill(day, 735);
    await expect(journal.append(735)).rejects.toThrow("ENOENT");
    expect(journal.pending).toBe(1);
    mkdirSync(folder);
    fill(day, 736);
    await journal.append(736);
    expect(journal.pending).toBe(0);
    await journal.close();
    const [found] = await findJournals(folder);
    expect(found?.day.rooms.map(keptOf)).toEqual(day.rooms.map(keptOf));
  });

  it("is not touched by a process that another one has replaced", async () => {
    const folder = temporaryFolder();
    const [day, next] = [fakeDay(), fakeDay()];
    const frozen = DayJournal.create(folder, day, [], [], takeFence(folder, 1));
    await frozen.flush();
    const leading = DayJournal.create(folder, next, [], [], takeFence(folder, 2));
    fill(next, 735);
    await leading.append(735);
    const before = readFileSync(leading.path);
    fill(day, 735, 99);
    await expect(frozen.append(735)).rejects.toThrow(Fenced);
    await expect(frozen.remove()).rejects.toThrow(Fenced);
    expect(readFileSync(leading.path).equals(before)).toBe(true);
    await Promise.all([frozen.close(), leading.close()]);
  });

  it("is gone once removed, and a file that holds nothing is skipped", async () => {
    const folder = temporaryFolder();
    const journal = DayJournal.create(folder, fakeDay(), []);
    await journal.flush();
    await journal.remove();
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(join(folder, "2026-07-27-sim.journal"), "");
    expect(await findJournals(folder)).toEqual([]);
  });

  it("sets a journal of an older version aside, and says so", async () => {
    const folder = temporaryFolder();
    const writer = new RecordWriter();
    const json = JSON.parse(record(fakeDay(), []).bytes.toString("utf8", 12));
    writer.json(1, { ...json, version: JOURNAL_VERSION - 1 });
    writeFileSync(join(folder, "2026-07-27-sim.journal"), writer.written);
    const lines: string[] = [];
    expect(await findJournals(folder, (line) => lines.push(line))).toEqual([]);
    expect(lines.join()).toMatch(/older Strikeboard; it is kept as .*2026-07-27-sim\.journal\.version-3/);
    const aside = readFileSync(join(folder, "2026-07-27-sim.journal.version-3"));
    expect(aside.equals(writer.written)).toBe(true);
    expect(await findJournals(folder, (line) => lines.push(line))).toEqual([]);
    expect(lines).toHaveLength(1);
  });

  it("refuses a journal of a newer version in one line", async () => {
    const folder = temporaryFolder();
    const writer = new RecordWriter();
    const json = JSON.parse(record(fakeDay(), []).bytes.toString("utf8", 12));
    writer.json(1, { ...json, version: JOURNAL_VERSION + 1 });
    writeFileSync(join(folder, "2026-07-27-sim.journal"), writer.written);
    await expect(findJournals(folder)).rejects.toThrow(/newer Strikeboard/);
  });
});

/** What may happen to an open room, in any order: each with a number to draw from. */
type Event = readonly ["tick" | "close" | "hole" | "extend", number];

const events = fc.array(
  fc.tuple(fc.constantFrom<Event[0]>("tick", "tick", "tick", "close", "close", "hole", "extend"), fc.nat()),
  { minLength: 5, maxLength: 50 },
);

/** New figures in some rows: small steps and wide ones, absent figures, volumes beyond 32 bits. */
function tick(room: BookRoom, seed: number): void {
  const { tokens, live } = room.day;
  const rows = Uint16Array.from({ length: 1 + (seed % tokens.length) }, (_, i) => (seed + i * 3) % tokens.length);
  for (const row of rows) {
    for (let field = 0; field < FIELD_COUNT; field++) {
      const random = (Math.imul(seed + row * 31 + field * 7, 1664525) + 1013904223) >>> 0;
      const wide = isPriceField(field) ? random % 2_000_000_000 : random * 40;
      live.columns[field][row] = random % 13 === 0 ? ABSENT : random % 7 === 0 ? wide : 100 + (random % 50);
    }
  }
  room.settle(rows, rows.length);
}

describe("minutes of an open room", () => {
  it("are what was closed, whatever had changed before", async () => {
    await fc.assert(
      fc.asyncProperty(events, async (told) => {
        const folder = temporaryFolder();
        const day = fakeDay();
        const rooms = day.rooms.map((room) => new BookRoom(room));
        const changed = rooms.map((room) => room.changed);
        const journal = DayJournal.create(folder, day, [], told.length % 2 === 0 ? changed : []);
        await journal.flush();
        let at = 735;
        // Contracts that were listed are written with the next minute: there is one at the end.
        for (const [what, seed] of [...told, ["close", 0] as const]) {
          if (what === "tick") tick(rooms[seed % 2] as BookRoom, seed);
          else if (what === "extend") {
            extend(day.rooms[seed % 2] as RoomDay);
            rooms[seed % 2]?.grow();
          } else {
            for (const [index, room] of rooms.entries()) {
              // One room's hole, or the other's, or none.
              const isHole = what === "hole" && seed % 2 === index;
              room.close(slot(at - room.day.open), isHole ? MISSING_MINUTE : seed % 5 === 0 ? PARTIAL : COMPLETE);
            }
            await journal.append(at);
            at++;
          }
        }
        await journal.close();
        const [found] = await findJournals(folder);
        expect(found?.cut).toBe(0);
        expect(found?.day.rooms.map(keptOf)).toEqual(day.rooms.map(keptOf));
      }),
      { numRuns: 40 },
    );
  });

  it("take the bytes of what changed", async () => {
    const folder = temporaryFolder();
    const day = fakeDay(undefined, 60);
    const rooms = day.rooms.map((room) => new BookRoom(room));
    const journal = DayJournal.create(folder, day, []);
    const close = async (at: number): Promise<number> => {
      for (const room of rooms) room.close(slot(at - room.day.open), COMPLETE);
      return (await journal.append(at)).bytes;
    };
    for (const room of rooms) for (let seed = 0; seed < 200; seed++) tick(room, seed);
    await close(735);
    expect(await close(736)).toBeLessThan(200);
    tick(rooms[0] as BookRoom, day.rooms[0]?.tokens.length ?? 0);
    expect(await close(737)).toBeLessThan(400);
    await journal.close();
    const [found] = await findJournals(folder);
    expect(found?.lastMinute).toBe(737);
    expect(found?.day.rooms.map(keptOf)).toEqual(day.rooms.map(keptOf));
  });
});
