/**
 * One replay for the windows of a board. One of them owns the clock and ticks; the others show what it tells, and send it
 * what their users do. When the owner's window closes, the one that has waited longest goes on from where it stood.
 */
import type { ReplayTime } from "#contract/domain/clock.ts";
import type { ReplayControl } from "#contract/worker/feed-api.ts";
import type { ReplayClock } from "./replay-clock.ts";

export type ClockMessage =
  /** From a window that has just come: where does the replay stand? */
  | { readonly type: "hello" }
  /** From the owner: each step, and each change. */
  | { readonly type: "time"; readonly time: ReplayTime | undefined }
  /** For the owner. */
  | { readonly type: "control"; readonly control: ReplayControl };

export interface SharedClockHost {
  /** Messages to all other windows. */
  join(listener: (message: ClockMessage) => void): { send(message: ClockMessage): void; leave(): void };
  /** Calls back once when this window is the owner. @returns what gives that up, or stops waiting for it */
  own(granted: () => void): () => void;
}

export interface SharedClock {
  control(control: ReplayControl): void;
  /** The clock of this window has changed. */
  changed(time: ReplayTime | undefined): void;
  leave(): void;
}

export function shareClock(clock: ReplayClock, host: SharedClockHost): SharedClock {
  let isOwner = false;
  const others = host.join((message) => {
    if (message.type === "time") {
      if (!isOwner) clock.follow(message.time);
    } else if (!isOwner) return;
    else if (message.type === "control") clock.control(message.control);
    else if (clock.time) others.send({ type: "time", time: clock.time });
  });
  others.send({ type: "hello" });
  const giveUp = host.own(() => {
    isOwner = true;
    // Its own step begins now; the others hear of it, and of the owner.
    if (clock.time) clock.control({ type: "enter", time: clock.time });
  });
  return {
    control(control) {
      if (isOwner) clock.control(control);
      else others.send({ type: "control", control });
    },
    changed(time) {
      if (isOwner) others.send({ type: "time", time });
    },
    leave() {
      isOwner = false;
      giveUp();
      others.leave();
    },
  };
}

/** @param board names the windows that belong together. */
export const windowsOf = (board: string): SharedClockHost => ({
  join(listener) {
    const channel = new BroadcastChannel(`replay of ${board}`);
    channel.onmessage = ({ data }) => listener(data);
    return { send: (message) => channel.postMessage(message), leave: () => channel.close() };
  },
  own(granted) {
    const waiting = new AbortController();
    let giveUp = (): void => waiting.abort();
    navigator.locks
      .request(`replay of ${board}`, { signal: waiting.signal }, () => {
        granted();
        return new Promise<void>((settle) => {
          giveUp = settle;
        });
      })
      .catch(() => undefined); // it was left while it waited
    return () => giveUp();
  },
});
