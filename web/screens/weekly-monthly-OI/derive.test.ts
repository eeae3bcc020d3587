import { describe, expect, test } from "vitest";
import type { MarketClock } from "#contract/domain/clock.ts";
import { createMinuteColumns, LTP, OI, type RoomDay, VOL } from "#contract/domain/columns.ts";
import { futuresRoomName } from "#contract/domain/instruments.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { futureBarsName, futureBuildUpsName } from "#contract/wire/document-names.ts";
import { type BarDays, type BuildUpDays, readDocument } from "#contract/wire/documents.ts";
import type { MarketRoom } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { makeFuturesRoom, setFuture } from "#market/__fixtures__/futures-room.ts";
import { makeMarket, marketRoom } from "#market/__fixtures__/market.ts";
import { makePane } from "#market/__fixtures__/pane.ts";
import { closeMinute } from "#market/__fixtures__/room.ts";
import { derivation } from "./derive.ts";
import { screen } from "./screen.ts";
import { expiriesOf, type Params, PERIOD_SLOTS, type Snapshot } from "./snapshot.ts";

const kernel = undefined as unknown as Kernel; // this screen prices nothing
const NEAR = isoDate("2026-08-25");
const NEXT = isoDate("2026-09-29");
const pane = makePane({ futureExpiries: [NEAR, NEXT] });
const TODAY = isoDate("2026-08-18");

const documentOf = (days: Readonly<Record<string, readonly number[]>>, pending = 0) =>
  readDocument(futureBuildUpsName(NEAR), {
    data: { NIFTY: days, "USDINR-X": { "8/13/2026": [9, 9, 9, 9] } },
    sources: {},
    pending,
  }) as BuildUpDays;

/** Ten minutes: price and OI in turns up and down at each third. */
function makeDay(): RoomDay {
  const day = makeFuturesRoom({ NIFTY: { prevClose: 90 } });
  const samples = [
    [100, 1000],
    [102, 1100],
    [101, 1150],
    [103, 1120],
  ] as const;
  for (let slot = 0; slot < 10; slot++) {
    const [ltp, oi] = samples[Math.floor(slot / 3)] ?? [0, 0];
    // Between two samples anything may happen: nothing of it is compared.
    setFuture(day, "NIFTY", slot % 3 === 0 ? { ltp, oi, vol: 1 } : { ltp: 50, oi: 5 * slot, vol: 1 });
    closeMinute(day, slot);
  }
  return day;
}

interface Run {
  readonly params?: Params;
  readonly at?: number;
  readonly mode?: MarketClock["mode"];
  readonly date?: string;
  readonly near?: BuildUpDays | undefined;
  readonly next?: BuildUpDays;
  readonly rooms?: Readonly<Record<string, MarketRoom>>;
}
const roomOf = (day: RoomDay, ticks = 1): MarketRoom => marketRoom(day, { tickVersion: ticks });
const near = futuresRoomName("NSE", NEAR);

function run(
  {
    params = { cumulative: false, show: "buildUps" },
    at = 564,
    mode = "replay",
    date = TODAY,
    near: doc,
    next,
    rooms,
  }: Run,
  scratch = derivation.createScratch(),
): Snapshot | undefined {
  const market = makeMarket(undefined, {
    room: (name) => (rooms ?? { [near]: roomOf(makeDay()) })[name],
    doc: (name) =>
      (name === futureBuildUpsName(NEAR) ? doc : name === futureBuildUpsName(NEXT) ? next : undefined) as never,
  });
  const clock = { mode, date: isoDate(date), minute: minute(at), speed: 1 };
  return derivation.derive({ market, pane, params, clock, kernel }, scratch);
}
const daysOf = (snapshot: Snapshot | undefined): string[] =>
  (snapshot?.dates ?? []).map((date, d) =>
    [date.slice(5), ...(snapshot?.figures.subarray(d * 4, d * 4 + 4) ?? [])].join(" "),
  );

describe("days", () => {
  const finished = { "8/13/2026": [5, 6, -7, -8], "8/14/2026": [1, 2, -3, -4] };

  test("finished ones are those of the document, today is what every third minute says, and the last", () => {
    // 1000 to 1100 with a rise, 1100 to 1150 with a fall, 1150 to 1120 with a rise.
    const snapshot = run({ near: documentOf(finished) });
    expect(daysOf(snapshot)).toEqual(["08-13 5 6 -7 -8", "08-14 1 2 -3 -4", "08-18 100 50 0 -30"]);
    expect(snapshot).toMatchObject({ running: 2, until: 564, price: 103, previousClose: 90, pending: 0 });
    // Minute 10 is no third one, but the last: 1100 to 25 with a fall.
    expect(daysOf(run({ near: documentOf(finished), at: 560 })).at(-1)).toBe("08-18 100 0 -1075 0");
  });

  test("the room of a day is nearer to the truth than the document", () => {
    expect(daysOf(run({ near: documentOf({ "8/18/2026": [9, 9, 9, 9] }) }))).toEqual(["08-18 100 50 0 -30"]);
  });

  test("a replay does not know its day's end before its first minute; the day as it ended does", () => {
    const near = documentOf({ ...finished, "8/18/2026": [9, 9, 9, 9] });
    const rooms = { [futuresRoomName("NSE", NEAR)]: roomOf(makeFuturesRoom({ NIFTY: { prevClose: 90 } })) };
    expect(daysOf(run({ near, rooms, at: 557 })).at(-1)).toBe("08-18 NaN NaN NaN NaN");
    expect(daysOf(run({ near, rooms, at: 930, mode: "history" })).at(-1)).toBe("08-18 9 9 9 9");
  });

  test("live, the tick of the minute in progress is the last sample", () => {
    const day = makeDay();
    setFuture(day, "NIFTY", { ltp: 110, oi: 2120 });
    const snapshot = run({ near: documentOf({}), rooms: { [near]: roomOf(day) }, mode: "live", at: 565.5 });
    expect(daysOf(snapshot)).toEqual(["08-18 1100 50 0 -30"]);
  });

  test("nothing before the document has come; what is pending is told", () => {
    expect(run({ near: undefined })).toBeUndefined();
    expect(run({ near: documentOf({}, 7) })?.pending).toBe(7);
    expect(run({ near: documentOf({}) })?.finished).toBe(0);
  });

  test("today has a column once it is past 09:00, on trading days", () => {
    const day = { ...makeDay(), date: isoDate("2026-08-14") };
    const column = (at: number, date: string) =>
      run({ near: documentOf(finished), rooms: { [near]: roomOf(day) }, mode: "live", at, date })?.dates.at(-1);
    expect(column(539, "2026-08-18")).toBe("2026-08-14");
    expect(column(541, "2026-08-18")).toBe("2026-08-18");
    expect(column(600, "2026-08-16")).toBe("2026-08-14"); // a Sunday
    expect(column(600, "2026-08-15")).toBe("2026-08-14"); // a Saturday, and a holiday
  });

  test("finished days are there before the feed has told anything", () => {
    const day = makeFuturesRoom({ NIFTY: { prevClose: 90 } });
    const snapshot = run({ near: documentOf(finished), rooms: { [near]: roomOf(day) }, mode: "live", at: 545 });
    expect(snapshot?.dates).toEqual(["2026-08-13", "2026-08-14", "2026-08-18"]);
    expect(snapshot).toMatchObject({ running: 2, until: 545, price: Number.NaN, previousClose: 90 });
  });
});

describe("weeks and months", () => {
  const bars = (days: Readonly<Record<string, readonly number[]>>) =>
    readDocument(futureBarsName(NEAR), { data: { NIFTY: days }, sources: {}, pending: 2 }) as BarDays;
  const one = bars({
    "7/31/2026": [90, 99, 80, 95, 10, 500, 0],
    "8/13/2026": [95, 110, 94, 100, 20, 600, 0],
    "8/14/2026": [100, 105, 90, 92, 30, 700, 1],
  });
  const two = bars({ "8/13/2026": [1, 1, 1, 1, 5, 50, 0] });
  const periods = (
    show: "weeks" | "months",
    cumulative = false,
    { own = one, day = makeDay(), mode = "replay" as MarketClock["mode"], at = 564 } = {},
  ) => {
    const documents: Readonly<Record<string, BarDays>> = { [futureBarsName(NEAR)]: own, [futureBarsName(NEXT)]: two };
    const market = makeMarket(undefined, {
      room: (name) => (name === near ? roomOf(day) : undefined),
      doc: (name) => documents[name] as never,
    });
    const clock = { mode, date: TODAY, minute: minute(at), speed: 1 };
    const input = { market, pane, params: { cumulative, show }, clock, kernel };
    const { periods: found, pending } = derivation.derive(input, derivation.createScratch()) ?? {};
    const slots = PERIOD_SLOTS.length;
    const rows = found?.from.map((from, i) => [from.slice(5), ...found.values.subarray(i * slots, (i + 1) * slots)]);
    return { rows, pending };
  };

  test("are the document's days and the room's day so far; what lacks a day or minutes, or still runs, is partial", () => {
    const { rows, pending } = periods("months");
    expect(pending).toBe(2);
    expect(rows?.[0]?.slice(0, 8)).toEqual(["07-31", 90, 99, 80, 95, 10, 500, 1]);
    // The room has no open, high or low: a period is as unknown as its days.
    expect(rows?.[1]?.slice(0, 7)).toEqual(["08-13", 95, NaN, NaN, 103, 51, 1120]);
    expect(rows?.map((row) => row.at(-1))).toEqual([1, 1]);
    expect(periods("weeks").rows?.map(([from]) => from)).toEqual(["07-31", "08-13", "08-18"]);
  });

  test("the document's own row of the day is told once the day has ended, and no minute of a replay before", () => {
    const own = bars({ "8/13/2026": [95, 110, 94, 100, 20, 600, 0], "8/18/2026": [97, 120, 50, 99, 70, 800, 0] });
    const last = (over: Parameters<typeof periods>[2]) => periods("weeks", false, { own, ...over }).rows?.at(-1);
    const empty = makeFuturesRoom({ NIFTY: { prevClose: 90 } });
    expect(last({ day: empty })?.[0]).toBe("08-13");
    expect(last({})?.slice(0, 5)).toEqual(["08-18", NaN, NaN, NaN, 103]);
    // What the room does not have of a day that has ended is that of its end-of-day figures.
    expect(last({ mode: "history" })?.slice(0, 7)).toEqual(["08-18", 97, 120, 50, 103, 1, 1120]);
  });

  test("before the open the day before's close is no day of today, also in a room that a currency has opened", () => {
    const day = makeFuturesRoom({ NIFTY: { ltp: 90, prevClose: 90, oi: 700, vol: 0 } });
    const early = {
      ...day,
      open: minute(540),
      minutes: createMinuteColumns(1, 481, (1 << LTP) | (1 << OI) | (1 << VOL)),
    };
    for (let slot = 0; slot < 20; slot++) closeMinute(early, slot);
    const lastOf = (over: Parameters<typeof periods>[2]) => periods("weeks", false, over).rows?.at(-1)?.[0];
    expect([lastOf({ day, mode: "live", at: 545 }), lastOf({ day, mode: "live", at: 555 })]).toEqual([
      "08-13",
      "08-18",
    ]);
    expect([lastOf({ day: early, at: 550 }), lastOf({ day: early, at: 556 })]).toEqual(["08-13", "08-18"]);
  });

  test("cumulative, volume and open interest are of all expiries, prices of the chosen one", () => {
    const [, week] = periods("weeks", true).rows ?? [];
    expect(week?.slice(0, 7)).toEqual(["08-13", 95, 110, 90, 92, 55, 700]);
    expect(week?.at(-1)).toBe(1);
  });

  test("ask for their own documents alone", () => {
    const documents = screen
      .needs({ cumulative: false, show: "weeks" }, pane)
      .flatMap((need) => ("doc" in need ? [need.doc] : []));
    expect(documents).toEqual([futureBarsName(NEAR)]);
  });
});

describe("cumulative", () => {
  const one = documentOf({ "8/13/2026": [5, 6, -7, -8], "8/14/2026": [1, 2, -3, -4] });
  const two = documentOf({ "8/14/2026": [10, 20, -30, -40] });

  test("adds up the expiries, and says which days lack one that was listed then", () => {
    const snapshot = run({ params: { cumulative: true, show: "buildUps" }, near: one, next: two });
    expect(daysOf(snapshot).slice(0, 2)).toEqual(["08-13 5 6 -7 -8", "08-14 11 22 -33 -44"]);
    // Three monthlies are listed on each day.
    expect([...(snapshot?.lacking ?? [])]).toEqual([2, 1, 2]);
    expect([...(run({ near: one })?.lacking ?? [])]).toEqual([0, 0, 0]);
  });

  test("takes in expiries that have passed since; a currency has none together", () => {
    const expiries = ["2026-06-30", "2026-07-28", NEAR, NEXT];
    expect(expiriesOf({ cumulative: true }, pane)).toEqual(expiries);
    expect(expiriesOf({ cumulative: false }, pane)).toEqual([NEAR]);
    expect(expiriesOf({ cumulative: true }, { ...pane, symbol: "USDINR" })).toEqual([NEAR]);
  });

  test("follows the live market at every third update, and a new minute at once", () => {
    const day = makeDay();
    const scratch = derivation.createScratch();
    const update = (oi: number, cumulative: boolean, minuteVersion = 1) => {
      setFuture(day, "NIFTY", { ltp: 110, oi });
      const rooms = { [near]: { ...roomOf(day, oi), minuteVersion } };
      return run(
        { params: { cumulative, show: "buildUps" }, near: one, next: two, rooms, mode: "live", at: 565 },
        scratch,
      )?.figures[8];
    };
    expect([2120, 2220, 2320, 2420, 2520].map((oi) => update(oi, true))).toEqual([1100, 1100, 1100, 1400, 1400]);
    expect(update(2620, true, 2)).toBe(1600);
    expect([2720, 2820].map((oi) => update(oi, false))).toEqual([1700, 1800]);
  });
});
