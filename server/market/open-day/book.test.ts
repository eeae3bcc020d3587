import { describe, expect, it } from "vitest";
import { COMPLETE, LTP, MISSING_MINUTE, PARTIAL, type RoomDay } from "#contract/domain/columns.ts";
import { isoDate } from "#contract/domain/units.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { FakeFeed, fakeDay, fieldValue, ltpAt, pastValue } from "../../testing/market/fake-feed.ts";
import type { TradingDay } from "../feed.ts";
import { MarketBook } from "./book.ts";
import type { DayRecorder } from "./day-recorder.ts";

function setUp(options: { at?: number; knowsPast?: boolean; known?: TradingDay; day?: TradingDay } = {}) {
  const feed = new FakeFeed({ at: options.at ?? 735, ...(options.day ? { day: options.day } : {}) });
  feed.knowsPast = options.knowsPast ?? false;
  const clock = createManualClock();
  const kept: number[] = [];
  const begun: { date: string; minutes: readonly number[] }[] = [];
  const deposed = { from: Number.POSITIVE_INFINITY };
  const recorder: DayRecorder = {
    known: (day) => (options.known?.date === day.date ? options.known : undefined),
    begin: (day, minutes) => begun.push({ date: day.date, minutes }),
    written: () => Promise.resolve(),
    minute: async (at) => {
      kept.push(at);
      return at < deposed.from;
    },
  };
  const book = new MarketBook({ feed, clock, recorder });
  const published: { at: number; rooms: string[] }[] = [];
  book.listen({
    opened: () => undefined,
    changed: () => undefined,
    extended: () => undefined,
    made: () => undefined,
    learned: () => undefined,
    clockChanged: () => undefined,
    minuteClosed: (at, rooms) => published.push({ at, rooms: rooms.map((room) => room.day.room) }),
  });
  const [nifty, usdinr] = feed.day.rooms as [RoomDay, RoomDay];
  return { feed, clock, book, kept, deposed, begun, published, nifty, usdinr };
}

const stateAt = (room: RoomDay, at: number) => room.minutes.state[at - room.open];

describe("the market book", () => {
  it("opens a room that it was told of before with what it laid out for it, once", async () => {
    const { feed, book, kept, nifty } = setUp();
    nifty.live.columns[LTP][0] = 4711;
    book.expect(nifty);
    await feed.start(book);
    const first = book.day?.rooms.get(nifty.room);
    feed.at = 736.01;
    feed.tick(nifty, 1, [1]);
    await book.settled();
    expect(kept).toEqual([735]);
    expect(ltpAt(nifty, 735, 0)).toBe(4711);
    book.open({ ...feed.day });
    expect(book.day?.rooms.get(nifty.room)).not.toBe(first);
  });

  it("closes a minute from what was live before the first tick of the next", async () => {
    const { feed, book, nifty, kept, published } = setUp();
    await feed.start(book);
    feed.at = 735.5;
    feed.tick(nifty, 10);
    feed.at = 736.02;
    feed.tick(nifty, 20);
    expect(ltpAt(nifty, 735, 3)).toBe(fieldValue(10, 3, 0));
    feed.at = 737.01;
    feed.tick(nifty, 30, [3]);
    expect(ltpAt(nifty, 736, 3)).toBe(fieldValue(20, 3, 0));
    expect(stateAt(nifty, 735)).toBe(COMPLETE);
    await book.settled();
    expect(kept).toEqual([735, 736]);
    expect(published.map(({ at }) => at)).toEqual([735, 736]);
  });

  it("publishes no minute that another process has taken over", async () => {
    const { feed, book, nifty, deposed, kept, published } = setUp();
    await feed.start(book);
    deposed.from = 736;
    for (const at of [735.5, 736.5, 737.5]) {
      feed.at = at;
      feed.tick(nifty, at);
    }
    await book.settled();
    expect(kept).toEqual([735, 736]);
    expect(published.map(({ at }) => at)).toEqual([735]);
  });

  it("counts a tick told exactly on the minute to the minute that ends", async () => {
    const { feed, book, nifty } = setUp();
    await feed.start(book);
    feed.at = 736;
    feed.tick(nifty, 11);
    feed.at = 736.3;
    feed.tick(nifty, 12);
    expect(ltpAt(nifty, 735, 2)).toBe(fieldValue(11, 2, 0));
  });

  it("closes a quiet minute by the clock alone, carrying the last tick forward", async () => {
    const { feed, clock, book, nifty } = setUp();
    await feed.start(book);
    feed.at = 735.2;
    feed.tick(nifty, 10);
    feed.at = 736.5;
    clock.advance(100);
    feed.at = 737.5;
    clock.advance(100);
    expect(ltpAt(nifty, 735, 2)).toBe(fieldValue(10, 2, 0));
    expect(ltpAt(nifty, 736, 2)).toBe(fieldValue(10, 2, 0));
    expect(stateAt(nifty, 737)).toBe(MISSING_MINUTE);
  });

  it("marks a minute partial when the feed was down for some of it, and a hole when for all of it", async () => {
    const { feed, book, nifty, published } = setUp();
    await feed.start(book);
    feed.at = 735.2;
    feed.tick(nifty, 10);
    book.health("connection lost");
    feed.at = 736.2;
    book.health("connection lost");
    feed.at = 737.4;
    book.health(undefined);
    feed.tick(nifty, 12);
    feed.at = 738.1;
    feed.tick(nifty, 13);
    feed.at = 739.1;
    feed.tick(nifty, 14);
    expect([735, 736, 737, 738].map((at) => stateAt(nifty, at))).toEqual([PARTIAL, MISSING_MINUTE, PARTIAL, COMPLETE]);
    await book.settled();
    expect(published.find(({ at }) => at === 736)?.rooms).toEqual([]);
  });

  it("keeps each room to its own session", async () => {
    const { feed, book, nifty, usdinr } = setUp({ at: 545 });
    await feed.start(book);
    feed.tick(nifty, 1);
    feed.tick(usdinr, 1);
    feed.at = 546.5;
    feed.tick(usdinr, 2);
    expect(stateAt(usdinr, 545)).toBe(COMPLETE);
    expect(nifty.minutes.state.every((state) => state === MISSING_MINUTE)).toBe(true);
    feed.at = 931.5;
    feed.tick(nifty, 3);
    expect(nifty.minutes.state.length).toBe(376);
  });

  it("leaves a room without any price a hole", async () => {
    const { feed, book, nifty, usdinr } = setUp();
    await feed.start(book);
    feed.tick(usdinr, 1);
    feed.at = 736.5;
    feed.tick(usdinr, 2);
    expect(stateAt(nifty, 735)).toBe(MISSING_MINUTE);
    expect(stateAt(usdinr, 735)).toBe(COMPLETE);
  });

  it("fills the minutes before it opened from the feed, where the feed knows them", async () => {
    const { feed, book, nifty, usdinr, begun } = setUp({ knowsPast: true });
    await feed.start(book);
    expect(ltpAt(nifty, 555, 2)).toBe(pastValue(0, 2, 0));
    expect(ltpAt(nifty, 734, 2)).toBe(pastValue(179, 2, 0));
    expect(stateAt(nifty, 735)).toBe(MISSING_MINUTE);
    expect(ltpAt(usdinr, 540, 2)).toBe(pastValue(0, 2, 0));
    expect(begun).toEqual([{ date: feed.day.date, minutes: Array.from({ length: 195 }, (_, i) => 540 + i) }]);
  });

  it("asks the feed for minutes that passed unseen, and leaves holes where it cannot tell", async () => {
    const { feed, book, nifty } = setUp();
    await feed.start(book);
    feed.tick(nifty, 1);
    feed.at = 740.5;
    feed.tick(nifty, 2);
    expect([735, 736, 739].map((at) => stateAt(nifty, at))).toEqual([COMPLETE, MISSING_MINUTE, MISSING_MINUTE]);
    feed.knowsPast = true;
    feed.at = 744.5;
    feed.tick(nifty, 3);
    expect([740, 741, 743].map((at) => stateAt(nifty, at))).toEqual([COMPLETE, COMPLETE, COMPLETE]);
    expect(ltpAt(nifty, 742, 1)).toBe(pastValue(742 - 555, 1, 0));
  });

  it("marks the minute into which it opened late as partial", async () => {
    const { feed, book, nifty } = setUp({ at: 735.6 });
    await feed.start(book);
    feed.tick(nifty, 1);
    feed.at = 736.2;
    feed.tick(nifty, 2);
    expect(stateAt(nifty, 735)).toBe(PARTIAL);
  });

  it("takes over what is known of the day, matching contracts by token", async () => {
    const known = fakeDay();
    const room = known.rooms[0] as RoomDay;
    room.minutes.state[10] = COMPLETE;
    for (let row = 0; row < room.tokens.length; row++)
      room.minutes.columns[0][10 * room.minutes.stride + row] = 100 + row;
    const day = fakeDay();
    const shuffled = (day.rooms[0] as RoomDay).tokens;
    [shuffled.token[4], shuffled.token[5]] = [shuffled.token[5] as number, shuffled.token[4] as number];
    const { feed, book, nifty } = setUp({ known, day });
    await feed.start(book);
    expect(ltpAt(nifty, 565, 3)).toBe(103);
    expect(ltpAt(nifty, 565, 4)).toBe(105);
    expect(ltpAt(nifty, 565, 5)).toBe(104);
    expect(stateAt(nifty, 566)).toBe(MISSING_MINUTE);
  });

  it("closes the last minute when the next day opens, and starts that one afresh", async () => {
    const { feed, book, usdinr, kept, begun } = setUp({ at: 1020.5 });
    await feed.start(book);
    feed.tick(usdinr, 9);
    feed.at = 1021;
    const next = fakeDay(isoDate("2026-07-28"));
    feed.sink?.open(next);
    expect(ltpAt(usdinr, 1020, 2)).toBe(fieldValue(9, 2, 0));
    expect(book.day?.date).toBe("2026-07-27");
    feed.day = next;
    feed.at = 540;
    feed.sink?.clockChanged(feed.time());
    expect(book.day?.date).toBe("2026-07-28");
    expect(kept).toEqual([1020]);
    expect(begun.map(({ date }) => date)).toEqual(["2026-07-27", "2026-07-28"]);
  });

  it("closes the last minute where a recorded day's clock stops", async () => {
    const day = fakeDay();
    const { feed, book, clock } = setUp({ at: 929.5, day: { ...day, rooms: day.rooms.slice(0, 1) } });
    await feed.start(book);
    const room = feed.room;
    feed.tick(room, 5);
    feed.at = 930.01;
    feed.tick(room, 6);
    feed.rate = 0;
    clock.advance(200);
    expect(ltpAt(room, 929, 2)).toBe(fieldValue(5, 2, 0));
    expect(ltpAt(room, 930, 2)).toBe(fieldValue(6, 2, 0));
  });

  it("carries on through contracts that are listed during the day", async () => {
    const { feed, book, nifty } = setUp();
    await feed.start(book);
    feed.tick(nifty, 1);
    feed.extend(nifty);
    feed.tick(nifty, 2, [10]);
    feed.at = 736.5;
    feed.tick(nifty, 3);
    expect(ltpAt(nifty, 735, 10)).toBe(fieldValue(2, 10, 0));
    expect(ltpAt(nifty, 735, 9)).toBe(fieldValue(1, 9, 0));
  });
});
