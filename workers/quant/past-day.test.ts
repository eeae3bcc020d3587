import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ReplayTime } from "#contract/domain/clock.ts";
import { ALL_FIELDS, CORE_FIELDS, createMinuteColumns } from "#contract/domain/columns.ts";
import { isoDate, minute } from "#contract/domain/units.ts";
import { closeMinute, makeRoom } from "#market/__fixtures__/room.ts";
import { openPrice, paneOf } from "./testing/price-screen.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a past day", () => {
  const past = { source: "import", date: isoDate("2026-08-18") } as const;
  const KEY = "NIFTY-8/25/2026@import:2026-08-18";
  const at = (clock: number, over: Partial<ReplayTime> = {}): ReplayTime => ({
    minute: minute(clock),
    speed: 0.5,
    isPlaying: true,
    from: minute(555),
    to: minute(930),
    ...over,
  });
  async function openPast() {
    const opened = await openPrice({ pane: { ...paneOf("NIFTY"), day: past } });
    const day = makeRoom({ strikes: [{ strike: 100, ce: { ltp: 7 } }] });
    opened.feed.say({ type: "room", room: KEY, day, fields: ALL_FIELDS });
    const last = () => opened.pane.sent.at(-1);
    return { ...opened, day, last };
  }

  test("its rooms are those of the day, and the clock stands at its close", async () => {
    const { feed, pass, last, day } = await openPast();
    expect(feed.sent).toEqual([{ type: "acquire", room: KEY, fields: ALL_FIELDS }]);
    await pass();
    const close = day.open + day.minutes.slots - 1;
    expect(last()).toMatchObject({
      clock: { mode: "history", date: day.date, minute: close },
      snapshot: { price: 700 },
    });
  });

  test.each([
    ["NIFTY", 940, 555],
    ["USDINR", 1020, 540],
  ])(
    "in a room that runs from 09:00 to 17:00, %s stands at its own close, and begins at its own open",
    async (symbol, close, open) => {
      const { feed, pass, pane, paint } = await openPrice({ pane: { ...paneOf(symbol), day: past } });
      const room = makeRoom({ symbol, strikes: [{ strike: 100, ce: { ltp: 7 } }] });
      const minutes = createMinuteColumns(room.tokens.length, 481, CORE_FIELDS);
      const day = { ...room, open: minute(540), minutes };
      for (let slot = 0; slot < 481; slot++) closeMinute(day, slot);
      feed.say({ type: "room", room: `${room.room}@import:2026-08-18`, day, fields: ALL_FIELDS });
      await pass();
      expect(pane.sent.at(-1)).toMatchObject({ clock: { mode: "history", minute: close }, recorded: close });
      paint();
      feed.say({ type: "replay", time: at(541) });
      await pass();
      expect(pane.sent.at(-1)).toMatchObject({ clock: { minute: Math.max(open, 541) } });
    },
  );

  test("the open day, once it stands still, is seen as of its last recorded minute", async () => {
    const { feed, pass, pane } = await openPrice({ pane: { ...paneOf("NIFTY"), day: "today" } });
    const day = makeRoom({ strikes: [{ strike: 100, ce: { ltp: 7 } }] });
    for (let slot = 0; slot <= 180; slot++) closeMinute(day, slot);
    feed.say({ type: "room", room: "NIFTY-8/25/2026@today", day, fields: ALL_FIELDS });
    await pass();
    expect(pane.sent.at(-1)).toMatchObject({ clock: { mode: "history", minute: 735 }, recorded: 735 });
  });

  test("the replay moves the clock, within the session, and each step is shown", async () => {
    const { feed, pass, paint, last, day } = await openPast();
    await pass();
    paint();
    feed.say({ type: "replay", time: at(600) });
    await pass();
    expect(last()).toMatchObject({ clock: { mode: "replay", minute: 600, speed: 0.5 } });
    paint();
    // Sooner than the screen's live rate would allow.
    feed.say({ type: "replay", time: at(601) });
    await pass();
    expect(last()).toMatchObject({ clock: { mode: "replay", minute: 601 } });
    paint();
    feed.say({ type: "replay", time: at(1) });
    await pass();
    expect(last()).toMatchObject({ clock: { minute: day.open } });
    paint();
    feed.say({ type: "replay", time: undefined });
    await pass();
    expect(last()).toMatchObject({ clock: { mode: "history" } });
  });

  test("a day that stands whole beside the board's own takes no part in its replay", async () => {
    const whole = await openPrice({ pane: { ...paneOf("NIFTY"), day: past, isWhole: true } });
    const day = makeRoom({ strikes: [{ strike: 100, ce: { ltp: 7 } }] });
    whole.feed.say({ type: "replay", time: at(600) });
    whole.feed.say({ type: "room", room: KEY, day, fields: ALL_FIELDS });
    await whole.pass();
    whole.paint();
    const close = day.open + day.minutes.slots - 1;
    expect(whole.pane.sent.at(-1)).toMatchObject({ clock: { mode: "history", minute: close } });
    const before = whole.pane.sent.length;
    whole.feed.say({ type: "replay", time: at(601) });
    await whole.pass();
    expect(whole.pane.sent).toHaveLength(before);
  });

  test("a live pane takes part in no replay", async () => {
    const live = await openPrice();
    live.feed.say({ type: "replay", time: at(600) });
    live.tell(3);
    await live.pass();
    expect(live.pane.sent.at(-1)).toMatchObject({ clock: { mode: "live" } });
  });

  test("going back to the live market holds the live rooms and starts afresh", async () => {
    const { feed, pass, pane, paint, tell, last } = await openPast();
    await pass();
    paint();
    pane.say({ type: "pane", pane: paneOf("NIFTY") });
    expect(feed.sent.slice(1)).toEqual([
      { type: "acquire", room: "NIFTY-8/25/2026", fields: ALL_FIELDS },
      { type: "release", room: KEY },
    ]);
    tell(9);
    await pass(500);
    expect(last()).toMatchObject({ clock: { mode: "live" }, snapshot: { price: 900, runs: 1 } });
  });
});
