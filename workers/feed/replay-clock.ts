/**
 * The clock of the board's replay: a step is one minute. It ticks here, in a worker, so that a busy or hidden page does
 * not slow it, and all panes are at one minute.
 */
import type { ReplayTime } from "#contract/domain/clock.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { ReplayControl } from "#contract/worker/feed-api.ts";

export interface ReplayClockHost {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls back once after `ms`; returns what cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export interface ReplayClock {
  control(control: ReplayControl): void;
  /** Stands where another window's clock does, and does not tick. */
  follow(time: ReplayTime | undefined): void;
  /** Where the replay stands; undefined while there is none. */
  readonly time: ReplayTime | undefined;
  /** Ends the replay without telling anybody. */
  stop(): void;
}

const nothing = (): void => undefined;
const clamp = (value: Minute, { from, to }: ReplayTime): Minute => minute(Math.min(Math.max(value, from), to));

/** @param changed is called with each step and each change; with undefined when the replay has ended. */
export function createReplayClock(host: ReplayClockHost, changed: (time: ReplayTime | undefined) => void): ReplayClock {
  let time: ReplayTime | undefined;
  /** When the next step is due; only while it plays. */
  let due = 0;
  let cancel = nothing;

  function set(before: ReplayTime, change: Partial<ReplayTime>): void {
    const next = { ...before, ...change };
    time = { ...next, minute: clamp(next.minute, next) };
    // A seek, another speed or a start begins a new step. A new window leaves the running step alone.
    if (!time.isPlaying) halt();
    else if (!before.isPlaying || change.speed !== undefined || change.minute !== undefined) restart(time);
    changed(time);
  }

  function halt(): void {
    cancel();
    cancel = nothing;
  }

  function restart({ speed }: ReplayTime): void {
    due = host.now() + speed * 1000;
    arm();
  }

  function arm(): void {
    cancel();
    cancel = host.after(Math.max(0, due - host.now()), step);
  }

  function step(): void {
    if (!time) return;
    const next = minute(time.minute + 1);
    const isLast = next >= time.to;
    time = { ...time, minute: clamp(next, time), isPlaying: !isLast };
    if (isLast) halt();
    else {
      // Steps keep their rhythm. If one is late by a whole step (the machine slept), the missed steps are not made up for.
      const beat = time.speed * 1000;
      due += beat;
      if (due <= host.now()) due = host.now() + beat;
      arm();
    }
    changed(time);
  }

  function enter(entered: ReplayTime): void {
    halt();
    time = { ...entered, minute: clamp(entered.minute, entered) };
    if (time.isPlaying) restart(time);
    changed(time);
  }

  function follow(told: ReplayTime | undefined): void {
    halt();
    time = told;
    changed(time);
  }

  /** Playing at the end starts over. */
  function play(at: ReplayTime): void {
    set(at, at.minute >= at.to ? { minute: at.from, isPlaying: at.from < at.to } : { isPlaying: true });
  }

  return {
    control(control) {
      if (control.type === "enter") {
        enter(control.time);
        return;
      }
      if (!time) return;
      switch (control.type) {
        case "play":
          play(time);
          return;
        case "pause":
          set(time, { isPlaying: false });
          return;
        case "seek":
          set(time, { minute: control.minute });
          return;
        case "speed":
          set(time, { speed: control.seconds });
          return;
        case "window":
          set(time, { from: control.from, to: control.to, isChosen: control.isChosen });
          return;
        case "exit":
          follow(undefined);
          return;
      }
    },
    follow,
    get time() {
      return time;
    },
    stop() {
      halt();
      time = undefined;
    },
  };
}
