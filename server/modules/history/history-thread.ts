/**
 * The history thread from the outside: a bounded queue of jobs, one at a time. It is started when there is work and
 * ends when there has been none for a while, which gives its memory back.
 */
import type { Worker } from "node:worker_threads";
import type { WallClock } from "../../platform/clocks.ts";
import { AppError } from "../../platform/errors.ts";
import type { Log } from "../../platform/log.ts";
import { startThread } from "../../platform/thread.ts";
import type { HistoryRunner, JobAnswer, JobMessage, JobName, JobReply, JobRequest } from "./history-jobs.ts";
import type { HistoryMetrics } from "./history-metrics.ts";

export interface HistoryThreadDeps {
  readonly clock: WallClock;
  readonly log: Log;
  readonly metrics: HistoryMetrics;
}

/** At some tenths of a second each, whoever comes later would give up before his turn. */
export const MAX_WAITING = 64;
const IDLE_MS = 30_000;
/** Longer than any job takes: a thread that is silent for so long is broken. */
const JOB_MS = 30_000;
/** Its objects are few; its columns live outside the heap. Without this V8 keeps 48 MB for young objects alone. */
const LIMITS = { maxYoungGenerationSizeMb: 4 };

interface Task {
  readonly message: JobMessage;
  readonly key: string;
  readonly resolve: (reply: JobReply<JobName>) => void;
  readonly reject: (error: Error) => void;
}

export class HistoryThread implements HistoryRunner {
  readonly #deps: HistoryThreadDeps;
  readonly #waiting: Task[] = [];
  readonly #shared = new Map<string, Promise<JobReply<JobName>>>();
  #worker: Worker | undefined;
  #running: { readonly task: Task; readonly since: number } | undefined;
  /** Cancels what ends the thread: a job that takes too long, or idleness. */
  #cancel: () => void = () => undefined;
  #stopped = false;

  constructor(deps: HistoryThreadDeps) {
    this.#deps = deps;
  }

  /** @throws AppError 503 when too many jobs are waiting, or the server is stopping; Error when the job fails. */
  run<Name extends JobName>(name: Name, key: string, request: JobRequest<Name>): Promise<JobReply<Name>> {
    const shareKey = `${name} ${key}`;
    const shared = this.#shared.get(shareKey);
    // Jobs of one name share a key only with their like.
    if (shared !== undefined) return shared as Promise<JobReply<Name>>;
    const job = this.#enqueue({ name, request }, key);
    this.#shared.set(shareKey, job);
    const forget = (): void => void this.#shared.delete(shareKey);
    job.then(forget, forget);
    return job as Promise<JobReply<Name>>;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    const stopping = new AppError("unavailable");
    this.#running?.task.reject(stopping);
    this.#running = undefined;
    for (const task of this.#waiting.splice(0)) task.reject(stopping);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #enqueue(message: JobMessage, key: string): Promise<JobReply<JobName>> {
    if (this.#stopped) throw new AppError("unavailable");
    if (this.#waiting.length >= MAX_WAITING) {
      this.#deps.metrics.jobsRefused.inc();
      const text = "Too many past days are being made right now. Please try again in a moment.";
      throw new AppError("unavailable", text, { retryAfter: 5 });
    }
    const job = new Promise<JobReply<JobName>>((resolve, reject) => {
      this.#waiting.push({ message, key, resolve, reject });
    });
    this.#next();
    return job;
  }

  #next(): void {
    const { clock, metrics } = this.#deps;
    metrics.jobsWaiting.set(this.#waiting.length);
    if (this.#running !== undefined || this.#stopped) return;
    this.#cancel();
    const task = this.#waiting.shift();
    if (task === undefined) {
      this.#cancel = clock.after(IDLE_MS, () => this.#drop());
      return;
    }
    metrics.jobsWaiting.set(this.#waiting.length);
    this.#running = { task, since: clock.monotonic() };
    this.#cancel = clock.after(JOB_MS, () => this.#fail(new Error(`no answer for ${JOB_MS / 1000} s`)));
    this.#worker ??= this.#start();
    this.#worker.postMessage(task.message);
  }

  #start(): Worker {
    const worker = startThread("history.worker", import.meta.url, undefined, LIMITS);
    // What a thread says that was given up concerns nobody.
    const unlessGone = (then: () => void): void => {
      if (this.#worker === worker) then();
    };
    worker.on("message", (answer: JobAnswer) => unlessGone(() => this.#settle(answer)));
    worker.on("error", (error) => unlessGone(() => this.#fail(error)));
    worker.on("exit", () => unlessGone(() => this.#fail(new Error("it ended by itself"))));
    return worker;
  }

  #settle(answer: JobAnswer): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    const { clock, log, metrics } = this.#deps;
    const { task, since } = running;
    const job = task.message.name;
    const ms = clock.monotonic() - since;
    metrics.jobSeconds.observe({ job }, ms / 1000);
    log.debug({ job, of: task.key, ms: Math.round(ms) }, "history: done");
    if ("error" in answer) task.reject(new Error(`history: ${job} of ${task.key} failed: ${answer.error}`));
    else task.resolve(answer.reply);
    this.#next();
  }

  /** The thread is of no use any more; the next job gets another. */
  #fail(error: unknown): void {
    const running = this.#running;
    this.#running = undefined;
    this.#drop();
    this.#deps.log.error({ err: error, of: running?.task.key }, "history: its thread broke, another one takes over");
    running?.task.reject(new Error(`history: the thread broke: ${String(error)}`, { cause: error }));
    this.#next();
  }

  #drop(): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker?.terminate();
  }
}
