/** The Kite feed under the whole market: watch, book, journal and archive. */
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterEach, expect, it } from "vitest";
import {
  COMPLETE,
  createLiveColumns,
  createMinuteColumns,
  LTP,
  MISSING_MINUTE,
  PARTIAL,
  type RoomDay,
  slotColumns,
  VOL,
} from "#contract/domain/columns.ts";
import { ABSENT, type EpochMs, epochMs, isoDate } from "#contract/domain/units.ts";
import { KIND_AT } from "#contract/wire/frame/layout.ts";
import { createRoomCursor, DICTIONARY, decodeFrame } from "#contract/wire/frame.ts";
import { createMarket, type Market } from "../../market/market.ts";
import type { Outlet } from "../../market/publish/outlet.ts";
import { silentLog } from "../../platform/log.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { createFileArchive } from "../../testing/market/file-archive.ts";
import { writeKiteInstruments } from "../../testing/market/kite-instruments.ts";
import { startKiteTicker } from "../../testing/market/kite-ticker.ts";
import { kiteSubject } from "../../testing/suites/kite-subject.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { watchFeed } from "../feed-watch.ts";

const at = (text: string): EpochMs => epochMs(Date.parse(`${text}+05:30`));
const ROOM = "NIFTY-7/28/2026";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A server's market on a data folder, as it starts at a moment. */
async function open(folder: string, start: EpochMs) {
  const clock = createManualClock(start);
  const ticker = await startKiteTicker(() => Math.floor(clock.now() / 1000));
  ends.push(() => ticker.close());
  const archive = createFileArchive({ folder: join(folder, "archive") });
  const journalFolder = join(folder, "journal");
  const instruments = writeKiteInstruments(folder);
  const subject = kiteSubject({ clock, ticker, instruments, archive, journalFolder });
  const feed = watchFeed(subject.feed, { clock, log: silentLog, registry: subject.registry, silenceMs: 20_000 });
  const deps = { feed, archive, journalFolder, keeps: true, origin: "Kite ticker", clock, log: silentLog };
  const market = await createMarket({ ...deps, registry: new Registry() });
  ends.push(() => market.stop());
  const run = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second++) await subject.advance(1000);
  };
  return { market, run, subject, ticker, archive, feed };
}

const statesFrom = (market: Market, minute: number, count: number): number[] => {
  const day = market.book.day?.rooms.get(ROOM)?.day;
  return day ? [...day.minutes.state.subarray(minute - day.open, minute - day.open + count)] : [];
};
const NOON = 735;

/** A client with the room as it was when it joined. */
function clientOf({ tokens, minutes, ...room }: RoomDay) {
  const capacity = tokens.token.length;
  const day: RoomDay = {
    ...room,
    tokens: structuredClone(tokens),
    live: createLiveColumns(capacity),
    minutes: createMinuteColumns(capacity, minutes.slots, minutes.fields),
  };
  const cursor = createRoomCursor();
  return { day, read: (frame: Uint8Array | undefined) => frame && { ...decodeFrame(frame, day, cursor) } };
}

const SILENT_OUTLET: Outlet = {
  tickAudience: () => ({ frames: false, json: false }),
  minuteAudience: () => ({ frames: false, json: false }),
  pricedRooms: () => [],
  tick: () => undefined,
  dictionary: () => undefined,
  minute: () => undefined,
  prices: () => undefined,
  restarted: () => undefined,
  index: () => undefined,
  clock: () => undefined,
  feed: () => undefined,
  opened: () => undefined,
};

/** Of the room's first option. */
function priceAt(market: Market, minute: number): number | undefined {
  const day = market.book.day?.rooms.get(ROOM)?.day;
  if (day === undefined) return undefined;
  const { columns, base } = slotColumns(day.minutes, minute - day.open);
  return columns[LTP][base + 2];
}

it("keeps its minutes through a restart, leaves what it missed a hole, and is archived when the next day opens", async () => {
  const folder = temporaryFolder();
  const first = await open(folder, at("2026-07-27T12:15:00"));
  await first.run(130);
  expect(statesFrom(first.market, NOON, 3)).toEqual([COMPLETE, COMPLETE, MISSING_MINUTE]);
  const kept = priceAt(first.market, NOON);
  await first.market.stop();

  const second = await open(folder, at("2026-07-27T12:20:30"));
  await second.run(100);
  expect(statesFrom(second.market, NOON, 8)).toEqual([
    COMPLETE,
    COMPLETE,
    MISSING_MINUTE,
    MISSING_MINUTE,
    MISSING_MINUTE,
    PARTIAL,
    COMPLETE,
    MISSING_MINUTE,
  ]);
  expect(priceAt(second.market, NOON)).toBe(kept);
  expect(second.market.book.day?.rooms.get(ROOM)?.day.tokens.prevClose[2]).toBe(9950);
  await second.market.stop();

  const third = await open(folder, at("2026-07-28T09:30:00"));
  await third.run(2);
  await third.market.stop();
  const day = await third.archive.day("kite", isoDate("2026-07-27"));
  expect(day).toMatchObject({ source: "kite", origin: "Kite ticker" });
  expect(day?.rooms.map(({ room }) => room)).toContain("Futures-NSE-7/28/2026");
});

it("tells the operator what is amiss, and is ready again by itself", async () => {
  const { market, run, subject, ticker, feed } = await open(temporaryFolder(), at("2026-07-27T12:15:00"));
  const probe = market.probes.find(({ name }) => name === "feed");
  const lacking = "no open interest and volume of 2026-07-24";
  expect(await probe?.check()).toEqual({ ok: true, detail: expect.stringMatching(`^up; ${lacking}`) });
  expect(market.troubles()).toEqual([
    { words: expect.stringMatching(`^${lacking}`), rooms: expect.any(Array), coverage: true },
  ]);
  subject.mute?.(true);
  await run(25);
  expect(await probe?.check()).toEqual({
    ok: true,
    detail: expect.stringMatching(
      `^up; NSE: silent for 25 s; BSE: silent for 25 s; indices: silent for 25 s; ${lacking}`,
    ),
  });
  ticker.drop();
  while (market.book.down === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await probe?.check()).toMatchObject({
    ok: false,
    detail: expect.stringMatching(`^Kite ticker: closed, code 1006; ${lacking}`),
  });
  subject.mute?.(false);
  while (ticker.subscriptions.length === 0) {
    await run(1);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await run(2);
  expect(await probe?.check()).toEqual({ ok: true, detail: expect.stringMatching(`^up; ${lacking}`) });
  expect(feed.ages().map(({ state }) => state)).toEqual(["live", "live", "live", "live"]);
});

it("tells clients that have joined of previous closes that it learns after the open, and those that join then", async () => {
  const { market, run, ticker } = await open(temporaryFolder(), at("2026-07-27T12:15:00"));
  await run(2);
  const room = market.book.day?.rooms.get(ROOM)?.day;
  if (room === undefined) throw new Error("no such room");
  const token = room.tokens.token[2] ?? 0;
  room.tokens.prevClose[2] = ABSENT;
  const early = clientOf(room);
  const frames: Uint8Array[] = [];
  const audience = () => ({ frames: true, json: false });
  market.attach({
    ...SILENT_OUTLET,
    tickAudience: audience,
    minuteAudience: audience,
    tick: (name, frame) => void (name === ROOM && frame && frames.push(frame)),
    dictionary: (name, frame) => void (name === ROOM && frames.push(frame)),
  });
  const state = market.state(ROOM);
  early.read(state?.snapshot);
  expect(state?.dictionary).toBeUndefined();
  ticker.send([token]);
  await ticker.settled();
  await run(6);
  for (const frame of frames.splice(0)) expect(early.read(frame)).toMatchObject({ kind: "applied", behind: false });
  expect(early.day.tokens.prevClose[2]).toBe(9950);
  const late = clientOf(room);
  late.day.tokens.prevClose[2] = ABSENT;
  const now = market.state(ROOM);
  expect([late.read(now?.dictionary)?.kind, late.read(now?.snapshot)?.kind]).toEqual(["applied", "applied"]);
  expect(late.day.tokens.prevClose[2]).toBe(9950);
  await run(12);
  const kinds = frames.map((frame) => frame[KIND_AT]);
  expect(kinds).not.toContain(DICTIONARY);
});

it("refuses ticks that cannot be true: their figures never reach a minute", async () => {
  const { market, run, ticker, feed } = await open(temporaryFolder(), at("2026-07-27T12:15:00"));
  const room = market.book.day?.rooms.get(ROOM)?.day;
  const token = room?.tokens.token[2] ?? 0;
  const figures = ticker.figures.get(token);
  if (room === undefined || figures === undefined) throw new Error("no such contract");
  await run(5);
  const volume = room.live.columns[VOL][2];
  Object.assign(figures, { volume: 75, lastPrice: 77_777 });
  ticker.send([token]);
  Object.assign(figures, { volume: volume + 750, time: figures.time + 3600 });
  ticker.send([token]);
  await ticker.settled();
  expect([room.live.columns[VOL][2], room.live.columns[LTP][2]]).toEqual([volume, 10_025]);
  Object.assign(figures, { lastPrice: 10_025 });
  await run(60);
  expect(priceAt(market, NOON)).toBeLessThan(10_500);
  expect(feed.ages().every(({ state }) => state === "live")).toBe(true);
});
