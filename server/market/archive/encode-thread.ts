/**
 * Encodes the room-days of a finished day on a thread of its own, so that archiving hundreds of rooms holds up no tick. It
 * is started when there is work, and ends when there has been none for a while.
 */
import type { Worker } from "node:worker_threads";
import type { RoomDay } from "#contract/domain/columns.ts";
import type { WallClock } from "../../platform/clocks.ts";
import { startThread } from "../../platform/thread.ts";
import { parcelOf } from "../minutes/room-parcel.ts";
import type { StoredBlob } from "./archive.ts";

/** Parcels are answered in their order. */
export type EncodeAnswer = { readonly stored: StoredBlob } | { readonly error: string };

const IDLE_MS = 5_000;
/** Its objects are few; its columns live outside the heap. */
const LIMITS = { maxYoungGenerationSizeMb: 4 };

interface Task {
  readonly resolve: (stored: StoredBlob) => void;
  readonly reject: (error: Error) => void;
}

export class EncodeThread {
  readonly #clock: WallClock;
  readonly #tasks: Task[] = [];
  #worker: Worker | undefined;
  #cancelIdle: () => void = () => undefined;

  constructor(clock: WallClock) {
    this.#clock = clock;
  }

  /** @throws Error when the room cannot be encoded, or the thread broke: the next call gets another. */
  encode(room: RoomDay): Promise<StoredBlob> {
    this.#cancelIdle();
    this.#worker ??= this.#start();
    this.#worker.postMessage(parcelOf(room));
    return new Promise((resolve, reject) => {
      this.#tasks.push({ resolve, reject });
    });
  }

  async stop(): Promise<void> {
    this.#cancelIdle();
    await this.#drop(new Error("the server is stopping"));
  }

  #start(): Worker {
    const worker = startThread("encode.worker", import.meta.url, undefined, LIMITS);
    const unlessGone = (then: () => void): void => {
      if (this.#worker === worker) then();
    };
    worker.on("message", (answer: EncodeAnswer) => unlessGone(() => this.#settle(answer)));
    worker.on("error", (error) =>
      unlessGone(() => void this.#drop(error instanceof Error ? error : new Error(String(error)))),
    );
    worker.on("exit", () => unlessGone(() => void this.#drop(new Error("the encoding thread ended by itself"))));
    return worker;
  }

  #settle(answer: EncodeAnswer): void {
    const task = this.#tasks.shift();
    if ("error" in answer) task?.reject(new Error(answer.error));
    else task?.resolve({ ...answer.stored, bytes: new Uint8Array(answer.stored.bytes) });
    if (this.#tasks.length > 0) return;
    this.#cancelIdle = this.#clock.after(IDLE_MS, () => void this.#drop(new Error("idle")));
  }

  async #drop(reason: Error): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    for (const task of this.#tasks.splice(0)) task.reject(reason);
    await worker?.terminate();
  }
}
