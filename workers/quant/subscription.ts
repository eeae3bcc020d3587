/** One pane's subscription: holds its rooms, runs its screen's derivation, and posts the snapshots. */
import type { FrozenDay, MarketClock, ReplayTime } from "#contract/domain/clock.ts";
import { lastFilledSlot, type RoomDay } from "#contract/domain/columns.ts";
import type { RoomName } from "#contract/domain/instruments.ts";
import { isSameDay, type RoomKey, roomKey } from "#contract/domain/room-key.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { Market } from "#contract/worker/derivation.ts";
import type { TypedPort } from "#contract/worker/port.ts";
import type { PaneControl, PaneMessage, SubscribeRequest } from "#contract/worker/quant-api.ts";
import { isSameSubject, type PaneContext } from "#contract/worker/screen.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { RegisteredScreen } from "./registry.ts";
import type { Rooms } from "./rooms.ts";
import type { Scheduler, Task } from "./scheduler.ts";

export interface Subscription {
  reads(room: RoomKey): boolean;
  /** A room it reads has something new. */
  invalidate(): void;
  /** The replay took a step, or began, or ended. */
  replayMoved(): void;
}

export interface SubscriptionHost {
  readonly rooms: Rooms;
  readonly kernel: Kernel;
  readonly scheduler: Scheduler;
  /** Where the board's replay stands; undefined while there is none. */
  replay(): ReplayTime | undefined;
  /** The pane closed its port. */
  closed(subscription: Subscription): void;
}

/** A day that stands still changes only by the user's hand: then each step is to be seen. */
const STILL_RATE = 1000;

export function createSubscription(
  { screen, derivation }: RegisteredScreen,
  request: SubscribeRequest,
  port: TypedPort<PaneMessage<unknown>, PaneControl>,
  host: SubscriptionHost,
): Subscription {
  const { rooms, kernel, scheduler } = host;
  let { pane, params, visible } = request;
  let keys: readonly RoomKey[] = [];
  /** Those that the pane cannot do without. */
  let required: ReadonlySet<RoomKey> = new Set();
  let scratch = derivation.createScratch();
  let sequence = 0;
  let painted = 0;

  const keyOf = (name: RoomName, day: FrozenDay | undefined): RoomKey => roomKey(name, day ?? pane.day);

  /** The rooms as the derivation names them: on the pane's day, but for those that name another. */
  const market: Market = {
    room: (name, day) => rooms.room(keyOf(name, day)),
    missing: (name) => rooms.missing(keyOf(name, undefined)),
  };

  function hold(): void {
    const before = keys;
    const needs = screen.needs(params, pane);
    keys = needs.map(({ room, day }) => keyOf(room, day));
    required = new Set(needs.filter(({ optional }) => !optional).map(({ room, day }) => keyOf(room, day)));
    for (const key of keys) rooms.acquire(key);
    for (const key of before) rooms.release(key);
  }

  /** The clock the derivation reads; undefined until the pane's first room is loaded. */
  function clockNow(): MarketClock | undefined {
    const key = keys[0] ?? "";
    const day = rooms.room(key)?.day;
    if (!day) return undefined;
    const { date } = day;
    // Live, the minute of the newest frame.
    if (pane.day === undefined) return { mode: "live", date, minute: rooms.minuteOf(key), speed: rooms.rate };
    const replay = host.replay();
    if (!replay) return { mode: "history", date, minute: standsAt(day, pane.day), speed: 0 };
    return { mode: "replay", date, minute: inSession(day, replay.minute), speed: replay.speed };
  }

  function ageOfNewest(): number {
    let age = Number.NaN;
    for (const key of keys) {
      const one = rooms.ageOf(key);
      if (!(age <= one)) age = one;
    }
    return age;
  }

  /** Recorded days come by the minute; every other source ticks. */
  function cadenceOf(): number {
    const day = rooms.room(keys[0] ?? "")?.day;
    return day?.source === "import" ? day.cadence : 0;
  }

  /** The minute of the figures that the clock points at: in a hole, the last one before it. */
  function recordedAt({ mode, minute: at }: MarketClock): number {
    const day = rooms.room(keys[0] ?? "")?.day;
    if (mode === "live" || !day) return at;
    const slot = lastFilledSlot(day.minutes, at - day.open);
    return slot < 0 ? Number.NaN : day.open + slot;
  }

  /** Of the pane's own room first. */
  function troubleNow(): string {
    const key = keys.find((one) => rooms.troubleOf(one) !== "");
    return key === undefined ? "" : rooms.troubleOf(key);
  }

  const task: Task = {
    get rate() {
      return pane.day === undefined ? screen.rate : STILL_RATE;
    },
    isReady: () => visible && painted === sequence,
    run() {
      for (const key of required) {
        const missing = rooms.missing(key);
        if (missing) {
          port.send({ type: "missing", pane, status: missing.status, message: missing.message });
          return;
        }
      }
      const clock = clockNow();
      const snapshot = clock && derivation.derive({ market, pane, params, clock, kernel }, scratch);
      if (!clock || !snapshot) {
        port.send({ type: "loading", pane });
        return;
      }
      sequence++;
      const recorded = recordedAt(clock);
      port.send({
        type: "snapshot",
        sequence,
        snapshot,
        pane,
        clock,
        age: ageOfNewest(),
        cadence: cadenceOf(),
        recorded,
        trouble: troubleNow(),
      });
    },
  };

  const subscription: Subscription = {
    reads: (key) => keys.includes(key),
    invalidate: () => scheduler.request(task),
    replayMoved: () => {
      if (pane.day !== undefined && screen.showsWholeDay !== true) scheduler.request(task);
    },
  };

  function show(next: PaneContext): void {
    // What the scratch remembers is of other rooms, or of the same rooms on another day.
    const isOther = !isSameSubject(screen.home, next, pane) || !isSameDay(next.day, pane.day);
    pane = next;
    if (isOther) scratch = derivation.createScratch();
    hold();
  }

  port.listen((control) => {
    switch (control.type) {
      case "params":
        params = control.params;
        hold();
        break;
      case "pane":
        show(control.pane);
        break;
      case "visible":
        visible = control.visible;
        break;
      case "painted":
        painted = control.sequence;
        scheduler.wake();
        return;
      case "close":
        for (const key of keys) rooms.release(key);
        keys = [];
        scheduler.forget(task);
        port.close();
        host.closed(subscription);
        return;
    }
    scheduler.request(task);
  });

  hold();
  scheduler.request(task);
  return subscription;
}

/** A finished day is seen as of its close, the open one as of its last recorded minute: its contracts have not aged further. */
function standsAt(day: RoomDay, of: FrozenDay): Minute {
  const slot = of === "today" ? lastFilledSlot(day.minutes) : -1;
  return slot < 0 ? closeOf(day) : minute(day.open + slot);
}

const closeOf = ({ open, minutes }: RoomDay): Minute => minute(open + minutes.slots - 1);

/** A room maps the replay's minute to its own session. */
const inSession = (day: RoomDay, at: Minute): Minute => minute(Math.min(Math.max(at, day.open), closeOf(day)));
