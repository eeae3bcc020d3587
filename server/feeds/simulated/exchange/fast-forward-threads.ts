/**
 * Runs many rooms from their open on threads beside this one, and on this one: each takes the next room when it is done
 * with one. The threads begin with the heaviest; the lightest stay here, where none may hold up the event loop for long.
 */
import type { Worker } from "node:worker_threads";
import type { RoomName } from "#contract/domain/instruments.ts";
import { startThread } from "../../../platform/thread.ts";
import type { FastForwardSpec, RoomSoFar } from "./fast-forward.ts";

/** In the order of the questions; undefined for a room that the day does not list. */
export type RoomAnswer = RoomSoFar | undefined;

/** Rooms that a thread has been asked for and has not told: it does not wait until this thread hears of one. */
const ASKED_AHEAD = 24;
/** A room leaves megabytes of columns behind, and few objects. */
const LIMITS = { maxYoungGenerationSizeMb: 16 };

interface Question {
  readonly resolve: (answer: RoomAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** One thread. What it has not told when it breaks, or is stopped, is rejected. */
class FastForwardThread {
  readonly #worker: Worker;
  readonly #questions: Question[] = [];
  #ended: Error | undefined;

  constructor(spec: FastForwardSpec) {
    this.#worker = startThread("fast-forward.worker", import.meta.url, spec, LIMITS);
    this.#worker.on("message", (answer: RoomAnswer) => this.#questions.shift()?.resolve(answer));
    this.#worker.on("error", (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => this.#end(new Error("the thread has ended")));
  }

  ask(name: RoomName): Promise<RoomAnswer> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#worker.postMessage(name);
    return new Promise((resolve, reject) => {
      this.#questions.push({ resolve, reject });
    });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(reason: Error): void {
    this.#ended ??= reason;
    for (const { reject } of this.#questions.splice(0)) reject(this.#ended);
  }
}

export interface FastForwardWork {
  /** Whether a room is still to be run; every room unless told. */
  isWanted?(name: RoomName): boolean;
  /** Runs a room on this thread. */
  here(name: RoomName): void;
  /** Takes what a thread ran. */
  take(name: RoomName, run: RoomSoFar): void;
  /** Lets others on this thread have their turn. */
  pause(): Promise<void>;
  isStopped(): boolean;
}

export class FastForwardThreads {
  readonly #threads: readonly FastForwardThread[];

  /** Starts them: they make their days at once. */
  constructor(count: number, spec: FastForwardSpec) {
    this.#threads = Array.from({ length: count }, () => new FastForwardThread(spec));
  }

  /**
   * A room that a thread fails to run is run here, where what is wrong with it is thrown.
   * @param names heaviest first
   * @param first what this thread does before it helps; without it, this thread only takes what the others ran
   */
  async run(names: readonly RoomName[], work: FastForwardWork, first?: () => Promise<void>): Promise<void> {
    const waiting = [...names];
    const lanes = this.#threads.flatMap((thread) =>
      Array.from({ length: ASKED_AHEAD }, () => this.#lane(thread, waiting, work)),
    );
    // Who throws below leaves these behind: they end when the threads are stopped.
    const told = Promise.all(lanes);
    told.catch(() => undefined);
    if (first) {
      await first();
      await this.#here(waiting, work);
    }
    await told;
    // In their order, where this thread has not begun with the lightest.
    if (!first) waiting.reverse();
    await this.#here(waiting, work);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }

  async #here(waiting: RoomName[], { here, pause, isStopped }: FastForwardWork): Promise<void> {
    for (let name = waiting.pop(); name !== undefined && !isStopped(); name = waiting.pop()) {
      here(name);
      await pause();
    }
  }

  async #lane(thread: FastForwardThread, waiting: RoomName[], work: FastForwardWork): Promise<void> {
    const { take, isStopped, isWanted } = work;
    for (let name = waiting.shift(); name !== undefined && !isStopped(); name = waiting.shift()) {
      const asked = name;
      if (isWanted?.(asked) === false) continue;
      const answer = await thread.ask(asked).catch(() => "failed" as const);
      if (answer === "failed") {
        waiting.push(asked);
        return;
      }
      if (answer) take(asked, answer);
    }
  }
}
