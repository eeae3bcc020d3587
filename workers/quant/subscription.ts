/** One pane's subscription: holds what it needs, runs its screen's derivation, and posts the snapshots. */

import type { RoomDay } from "#contract/domain/columns.ts";
import type { InstrumentName } from "#contract/domain/instruments.ts";
import type { RoomKey } from "#contract/domain/room-key.ts";
import { isSameDay } from "#contract/domain/room-key.ts";
import type { DocumentKey } from "#contract/wire/documents.ts";
import { ownLinesOf } from "#contract/worker/own-lines.ts";
import type { TypedPort } from "#contract/worker/port.ts";
import type { PaneControl, PaneMessage, SubscribeRequest } from "#contract/worker/quant-api.ts";
import { isSameSubject, type PaneContext } from "#contract/worker/screen.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { hasTicks } from "#market/reference/moment.ts";
import { createHolding, type Stores } from "./holding.ts";
import type { OwnLinesMaker } from "./own-lines.ts";
import { type ClockDeps, opensAt, paneClock, recordedMinute } from "./pane-clock.ts";
import type { RegisteredScreen } from "./registered.ts";
import type { Scheduler, Task } from "./scheduler.ts";

export interface Subscription {
  /** What it reads has something new. */
  changed(key: RoomKey | DocumentKey): void;
  pricesChanged(names: readonly InstrumentName[]): void;
  /** The exchange clock was set. */
  clockTold(): void;
  /** The replay took a step, or began, or ended. */
  replayMoved(): void;
}

export interface SubscriptionHost extends Stores, ClockDeps {
  readonly kernel: Kernel;
  readonly scheduler: Scheduler;
  /** The pane of this worker that the user turned to last. */
  readonly attention: { on: Subscription | undefined };
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls back once after `ms`; returns what cancels it. */
  after(ms: number, callback: () => void): () => void;
  /** The pane closed its port. */
  closed(subscription: Subscription): void;
}

/** Runs a second of a pane that goes on while it is hidden. */
const HIDDEN_RATE = 1;
/** A pane that was hidden this long lets go of what it holds; one that is shown again before loads nothing. */
const LEAVE_MS = 30_000;

export function createSubscription(
  { screen, derivation }: RegisteredScreen,
  request: SubscribeRequest,
  port: TypedPort<PaneMessage<unknown>, PaneControl>,
  host: SubscriptionHost,
): Subscription {
  const { rooms, kernel, scheduler } = host;
  const holding = createHolding(host);
  let { pane, params, visible } = request;
  let scratch = derivation.createScratch();
  let sequence = 0;
  let painted = 0;
  let cancelLeave: (() => void) | undefined;
  /** Few panes have lines of the user's own: what makes them is loaded with the first. */
  let ownLines: OwnLinesMaker | undefined;

  const runs = (): boolean => visible || screen.runsHidden?.(params) === true;
  const hold = (): void => holding.hold(screen.needs(params, pane), pane.day);

  /** Holds what is needed while the pane runs, and for a while after it was hidden. */
  function follow(): void {
    if (runs()) {
      cancelLeave?.();
      cancelLeave = undefined;
    } else if (holding.isHeld) cancelLeave ??= host.after(LEAVE_MS, leave);
    if (runs() || holding.isHeld) hold();
  }

  function leave(): void {
    cancelLeave = undefined;
    holding.release();
  }

  function ageOfNewest(): number {
    let age = holding.pricesAge;
    for (const key of holding.rooms) {
      const one = rooms.ageOf(key);
      // A room that no frame has come for says nothing.
      if (one < age || Number.isNaN(age)) age = one;
    }
    return age;
  }

  /** Recorded days come by the minute, and every day to a plan without ticks: it loads none with a room, either. */
  function cadenceOf(first: RoomKey | undefined, day: RoomDay | undefined): number {
    if (day?.source === "import") return day.cadence;
    if (first === undefined || pane.day !== undefined) return 0;
    return rooms.hasTicked(first) || (day && hasTicks(day)) ? 0 : 1;
  }

  /** Of the first room that has any. */
  function wordsNow(what: "trouble" | "lacks"): string {
    for (const key of holding.rooms) {
      const words = rooms.wordsOf(key, what);
      if (words !== "") return words;
    }
    return "";
  }

  const task: Task = {
    get rate() {
      // A day that stands still changes only by the user's hand: then each step is to be seen.
      if (pane.day !== undefined) return Number.POSITIVE_INFINITY;
      return visible ? screen.rate : Math.min(screen.rate, HIDDEN_RATE);
    },
    get isActive() {
      return host.attention.on === subscription;
    },
    isReady: () => runs() && painted === sequence,
    run() {
      const missing = holding.missing();
      if (missing) {
        port.send({ type: "missing", pane, status: missing.status, message: missing.message });
        return false;
      }
      const first = holding.clockRoom;
      const clock = paneClock(host, first, pane, screen);
      const began = host.now();
      const derived = clock && derivation.derive({ market: holding.market, pane, params, clock, kernel }, scratch);
      const snapshot = ownLines ? ownLines.add(derived, params) : derived;
      if (!clock || !snapshot) {
        port.send({ type: "loading", pane });
        return false;
      }
      sequence++;
      const day = first === undefined ? undefined : rooms.room(first)?.day;
      port.send({
        type: "snapshot",
        sequence,
        snapshot,
        pane,
        clock,
        age: ageOfNewest(),
        cost: host.now() - began,
        cadence: cadenceOf(first, day),
        recorded: recordedMinute(clock, day),
        trouble: wordsNow("trouble"),
        lacks: wordsNow("lacks"),
        opensAt: opensAt(clock, day, pane, screen),
      });
      return true;
    },
  };

  const subscription: Subscription = {
    changed(key) {
      if (holding.reads(key)) scheduler.request(task);
    },
    pricesChanged(names) {
      if (holding.readsPrices(names)) scheduler.request(task);
    },
    clockTold() {
      if (pane.day === undefined && holding.clockRoom === undefined) scheduler.request(task);
    },
    replayMoved() {
      if (pane.day !== undefined && !pane.isWhole && !screen.showsWholeDay) scheduler.request(task);
    },
  };

  async function loadOwnLines(): Promise<void> {
    if (ownLines || ownLinesOf(params).length === 0) return;
    try {
      const { createOwnLines } = await import("./own-lines.ts");
      ownLines = createOwnLines();
      scheduler.request(task, true);
    } catch (error) {
      console.warn("own lines:", error); // the screen's own are shown; the next change of params tries again
    }
  }

  function show(next: PaneContext): void {
    // What the scratch remembers is of other rooms, or of the same rooms on another day.
    const isOther = !isSameSubject(screen.home, next, pane) || !isSameDay(next.day, pane.day);
    pane = next;
    if (isOther) scratch = derivation.createScratch();
  }

  function close(): void {
    cancelLeave?.();
    holding.release();
    scheduler.forget(task);
    port.close();
    host.closed(subscription);
  }

  port.listen((control) => {
    switch (control.type) {
      case "params":
        params = control.params;
        void loadOwnLines();
        break;
      case "pane":
        show(control.pane);
        break;
      case "visible":
        visible = control.visible;
        break;
      case "active":
        host.attention.on = subscription;
        return;
      case "retry":
        holding.askAgain();
        break;
      case "painted":
        painted = control.sequence;
        scheduler.wake();
        return;
      case "close":
        close();
        return;
    }
    follow();
    scheduler.request(task, true);
  });

  void loadOwnLines();
  follow();
  scheduler.request(task);
  return subscription;
}
