/** The simulated exchange as a feed: opens days, moves its clock, and runs every room tick by tick. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import type { Slot } from "#contract/domain/units.ts";
import { type Feed, FeedError, type FeedSink, type ResumePoint } from "../../market/feed.ts";
import { grouped } from "../../market/grouped.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { inSlices, runInSlices } from "../../platform/slices.ts";
import { SimulatedClock } from "./exchange/exchange-clock.ts";
import type { ListedRooms } from "./exchange/listed-rooms.ts";
import type { LiveRoom } from "./exchange/live-room.ts";
import type { MarketDay } from "./exchange/market-day.ts";
import { makeNextDay, type NextDay } from "./exchange/next-day.ts";
import { type MadeRooms, makeRooms } from "./exchange/open-rooms.ts";
import { symbolFacts } from "./exchange/room-days.ts";
import { checkedStart, firstStart, type Start, startAfter } from "./exchange/schedule.ts";
import type { SymbolChoice } from "./exchange/universe.ts";

export interface SimulatedOptions {
  readonly clock: WallClock;
  /** Any whole number; the same seed gives the same days. */
  readonly seed: number;
  /** Where a first start begins instead of today 12:15. A resume point comes before it. */
  readonly start?: Start | undefined;
  /** What to list, everything when not given: less for tests and small machines. */
  readonly symbols?: SymbolChoice;
  /** Exchange seconds per wall second that its clock runs at least; the schedule's own rate where that is higher. */
  readonly speed?: number;
  /** Threads that help to make the first day, where it is large; none unless told. */
  readonly threads?: number;
}

/** Wall milliseconds between two steps of the clock. */
const STEP_MS = 25;
/** From this rate on the feed shows minutes, not seconds. */
const FAST = 30;

export function createSimulatedFeed(options: SimulatedOptions): Feed {
  const { clock: wall, seed, symbols, speed = 1, threads = 0 } = options;
  let clock: SimulatedClock | undefined;
  let sink: FeedSink | undefined;
  let today: MarketDay | undefined;
  /** Those that are made. */
  let rooms: LiveRoom[] = [];
  /** Those of the first day that are not. */
  let listed: ListedRooms | undefined;
  /** Those whose ticks are run. */
  let running: LiveRoom[] = [];
  let stopTimer: (() => void) | undefined;
  let rolling = false;
  const changed = new Uint16Array(0x10000);

  const tell = (room: LiveRoom, count: number): void => sink?.changed(room.day.room, changed, count);

  /**
   * Opens a day, unless the feed was stopped meanwhile.
   * @param next its rooms are those that are made; `all` has every room-day
   */
  function open({ day, start, symbols: facts, rooms: opened, all }: NextDay & { all: readonly RoomDay[] }): void {
    if (!sink) return;
    today = day;
    rooms = opened;
    if (clock) clock.open(day.schedule);
    else clock = new SimulatedClock(wall, speed, day.schedule, start);
    sink.open({
      date: day.schedule.date,
      source: "sim",
      symbols: facts,
      rooms: all,
    });
    sink.clockChanged(clock.time());
    running = opened.filter((room) => room.isPrepared);
    void prepare(day, opened);
  }

  /**
   * Makes the paths and surfaces of the open day, which are made when they are first looked at: the session's first second
   * would make all of them at once. A room that is late catches up with the clock. An underlying's rooms follow its path,
   * so that those of the indices, which are listed first, do not wait for every stock; rooms of many underlyings come last.
   */
  async function prepare(day: MarketDay, opened: readonly LiveRoom[]): Promise<void> {
    const isOver = () => !sink || today !== day;
    const ofSymbol = grouped(opened, (room) => room.day.symbol);
    await sink?.written?.();
    const pause = inSlices(wall);
    const start = async (late: readonly LiveRoom[]): Promise<void> => {
      for (const room of late) {
        if (isOver()) return;
        if (room.isPrepared) continue;
        room.prepare();
        running.push(room);
        await pause();
      }
    };
    for (const market of day.underlyings) {
      if (isOver()) return;
      market.driver.at(0);
      market.basis.at(0);
      await pause();
      await start(ofSymbol.get(market.underlying.symbol) ?? []);
    }
    await start(opened);
  }

  /** Opens the first day in the middle: its rooms have run from their open, or stand where the journal ends. */
  async function openFirst(start: Start, resume: ResumePoint | undefined): Promise<void> {
    const { date } = start;
    const second = start.minute * 60;
    const spec = { seed, date, symbols, second };
    const known = resume?.date === date ? resume.day : undefined;
    const made = await makeRooms(spec, {
      threads,
      known,
      pause: () => nextTurn(),
      isStopped: () => sink === undefined,
    });
    listed = made.listed;
    const { day, before, rooms: opened, all } = made;
    open({ day, start, symbols: symbolFacts(day, before), rooms: opened, all });
    void makeRest(made);
  }

  /** Makes the rooms that the first day was opened without. */
  async function makeRest(made: MadeRooms): Promise<void> {
    try {
      await sink?.written?.();
      await made.makeRest({
        here: make,
        take: (name, run) => join(made.listed.takeRun(name, run)),
      });
    } catch (error) {
      sink?.health(`rooms could not be made: ${String(error)}`);
    }
  }

  /** The beginning of the minute that the clock is in, in seconds of the day. */
  const minuteBegin = (): number => Math.floor((clock?.seconds ?? 0) / 60) * 60;

  /** Makes a room that is listed only. */
  function make(name: RoomName): void {
    join(listed?.make(name));
  }

  /** A room that was made takes part from now on. */
  function join(room: LiveRoom | undefined): void {
    if (!room || !sink) return;
    room.catchUp(minuteBegin());
    rooms.push(room);
    running.push(room);
    sink.made(room.day.room, listed?.left ?? 0);
  }

  /** Opens the next day, whose yesterday is what the rooms hold now. */
  async function rollOver(): Promise<void> {
    const before = today;
    if (!before) return;
    const pause = inSlices(wall);
    for (const name of [...(listed?.names ?? [])]) {
      make(name);
      await pause();
    }
    await sink?.settled?.();
    const next = await runInSlices(wall, makeNextDay(symbols, before, rooms));
    for (const room of next.rooms) {
      sink?.expect?.(room.day);
      await pause();
    }
    listed = undefined;
    open({ ...next, all: next.rooms.map((room) => room.day) });
  }

  function step(): void {
    if (!clock || rolling) return;
    const period = clock.rate >= FAST ? 60 : 1;
    const { changed: clockChanged, dayOver } = clock.step();
    for (const room of running) room.runTo(clock.seconds, period, changed, tell);
    if (clockChanged) sink?.clockChanged(clock.time());
    if (!dayOver) return;
    rolling = true;
    void rollOver()
      .catch((error: unknown) => {
        stopTimer?.();
        sink?.health(`the next day did not open: ${String(error)}`);
      })
      .finally(() => {
        rolling = false;
      });
  }

  return {
    source: "sim",

    async start(to: FeedSink, resume?: ResumePoint): Promise<void> {
      const start = resume
        ? startAfter(resume.date, resume.minute)
        : options.start
          ? checkedStart(options.start)
          : firstStart(wall.now());
      sink = to;
      await openFirst(start, resume);
      if (sink) stopTimer = wall.every(STEP_MS, step);
    },

    time() {
      if (!clock) throw new FeedError("the simulated exchange has not opened yet");
      return clock.time();
    },

    backfill(day: RoomDay, from: Slot, to: Slot): boolean {
      const room = rooms.find((entry) => entry.day === day);
      return room !== undefined && clock !== undefined && room.backfill(from, to, clock.seconds);
    },

    make,

    remarks() {
      const left = listed?.left ?? 0;
      return left === 0 ? [] : [`${left} rooms of stocks are still being made; one that is asked for is made at once`];
    },

    async stop(): Promise<void> {
      stopTimer?.();
      stopTimer = undefined;
      sink = undefined;
    },
  };
}
