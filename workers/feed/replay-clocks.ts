/**
 * The clocks of the replays, one a link group: a step is one minute. They tick here, in a worker, so that a busy or
 * hidden page does not slow them, and all panes of a group are at one minute.
 */
import type { LinkGroup, ReplayTime } from "#contract/domain/clock.ts";
import { type Minute, minute } from "#contract/domain/units.ts";
import type { ReplayControl } from "#contract/worker/feed-api.ts";

export interface ReplayClocksHost {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls back once after `ms`; returns what cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export interface ReplayClocks {
  control(control: ReplayControl): void;
  /** Every group that replays. */
  times(): Iterable<readonly [LinkGroup, ReplayTime]>;
  /** Ends every replay without a word. */
  stop(): void;
}

interface Replay {
  time: ReplayTime;
  /** When the next step is due; only while it plays. */
  due: number;
  cancel: () => void;
}

const nothing = (): void => undefined;
const clamp = (value: Minute, { from, to }: ReplayTime): Minute => minute(Math.min(Math.max(value, from), to));

/** @param changed is told of each step and each change; undefined when the group no longer replays. */
export function createReplayClocks(
  host: ReplayClocksHost,
  changed: (group: LinkGroup, time: ReplayTime | undefined) => void,
): ReplayClocks {
  const replays = new Map<LinkGroup, Replay>();

  function set(group: LinkGroup, replay: Replay, change: Partial<ReplayTime>): void {
    const before = replay.time;
    const next = { ...before, ...change };
    replay.time = { ...next, minute: clamp(next.minute, next) };
    // A seek, another speed or a start begins a step anew; a window leaves the running one alone.
    if (!replay.time.isPlaying) halt(replay);
    else if (!before.isPlaying || change.speed !== undefined || change.minute !== undefined) restart(group, replay);
    changed(group, replay.time);
  }

  function halt(replay: Replay): void {
    replay.cancel();
    replay.cancel = nothing;
  }

  function restart(group: LinkGroup, replay: Replay): void {
    replay.due = host.now() + replay.time.speed * 1000;
    arm(group, replay);
  }

  function arm(group: LinkGroup, replay: Replay): void {
    replay.cancel();
    replay.cancel = host.after(Math.max(0, replay.due - host.now()), () => step(group, replay));
  }

  function step(group: LinkGroup, replay: Replay): void {
    const { time } = replay;
    const next = minute(time.minute + 1);
    const isLast = next >= time.to;
    replay.time = { ...time, minute: clamp(next, time), isPlaying: !isLast };
    if (isLast) halt(replay);
    else {
      // Steps keep their beat; one that is late by a whole step (the machine slept) does not bring a burst.
      const beat = time.speed * 1000;
      replay.due += beat;
      if (replay.due <= host.now()) replay.due = host.now() + beat;
      arm(group, replay);
    }
    changed(group, replay.time);
  }

  /** Playing at the end starts over. */
  function play(group: LinkGroup, replay: Replay): void {
    const { minute: at, from, to } = replay.time;
    set(group, replay, at >= to ? { minute: from, isPlaying: from < to } : { isPlaying: true });
  }

  return {
    control(control) {
      const { group } = control;
      const replay = replays.get(group);
      if (control.type === "enter") {
        if (replay) halt(replay);
        const entered: Replay = { time: control.time, due: 0, cancel: nothing };
        replays.set(group, entered);
        set(group, entered, {});
        if (entered.time.isPlaying) restart(group, entered);
        return;
      }
      if (!replay) return;
      switch (control.type) {
        case "play":
          play(group, replay);
          return;
        case "pause":
          set(group, replay, { isPlaying: false });
          return;
        case "seek":
          set(group, replay, { minute: control.minute });
          return;
        case "speed":
          set(group, replay, { speed: control.seconds });
          return;
        case "window":
          set(group, replay, { from: control.from, to: control.to });
          return;
        case "exit":
          halt(replay);
          replays.delete(group);
          changed(group, undefined);
          return;
      }
    },
    *times() {
      for (const [group, { time }] of replays) yield [group, time] as const;
    },
    stop() {
      for (const replay of replays.values()) halt(replay);
      replays.clear();
    },
  };
}
