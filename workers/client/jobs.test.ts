import { beforeAll, expect, test } from "vitest";
import { defineJob, implementJob } from "#contract/worker/job.ts";
import { createKernel, type Kernel } from "#kernel/kernel.ts";
import { loadQuantModule } from "../../assembly/load.mjs";
import { createQuant } from "../quant/quant.ts";
import type { JobRegistry } from "../quant/registered.ts";
import { createJobs } from "./jobs.ts";

/** Adds numbers, a report each. */
const sum = defineJob<readonly number[], number>("sum");
let reports = 0;
const work = implementJob<readonly number[], number, Kernel>(sum, async (numbers, { progress }) => {
  let total = 0;
  for (const [i, number] of numbers.entries()) {
    if (Number.isNaN(number)) throw new RangeError("not a number");
    total += number;
    reports++;
    await progress((i + 1) / numbers.length);
  }
  return total;
});

let module: WebAssembly.Module;
beforeAll(() => {
  module = loadQuantModule();
});

/** Two workers; the first is home to two underlyings, the second to one. */
function open(jobs: JobRegistry = new Map([["sum", async () => work as never]])) {
  const sentTo: number[] = [];
  const pool = [0, 1].map(() => {
    const quant = createQuant({ createKernel, screens: new Map(), jobs, now: () => 0 });
    const { port1 } = new MessageChannel();
    quant.start(module, port1 as never);
    port1.close();
    return quant;
  });
  const job = createJobs({
    workers: 2,
    loadOf: (worker) => 2 - worker,
    open(worker, id, input, port) {
      sentTo.push(worker);
      return pool[worker]?.job(id, input, port as never) ?? Promise.reject(new Error("no worker"));
    },
  });
  return { job, sentTo };
}

test("a job runs in an idle worker, reports how far it is, and gives its reply", async () => {
  const { job, sentTo } = open();
  const shares: number[] = [];
  const replies = Promise.all([
    job(sum, [1, 2, 3, 4], { progress: (share) => shares.push(share) }),
    job(sum, [5, 6]),
    job(sum, [7]),
  ]);
  expect(await replies).toEqual([10, 11, 7]);
  expect(shares).toEqual([0.25, 0.5, 0.75, 1]);
  expect(sentTo).toEqual([1, 0, 1]);
});

test("an aborted job rejects at once, and its work ends at the next report", async () => {
  const { job } = open();
  const abort = new AbortController();
  reports = 0;
  const shares: number[] = [];
  const reply = job(sum, new Array<number>(1000).fill(1), {
    signal: abort.signal,
    progress(share) {
      shares.push(share);
      if (shares.length === 3) abort.abort(new Error("never mind"));
    },
  });
  await expect(reply).rejects.toThrow("never mind");
  await new Promise((done) => setTimeout(done, 50));
  expect(reports).toBeLessThan(50);
  expect(shares).toHaveLength(3);
  await expect(job(sum, [1], { signal: abort.signal })).rejects.toThrow("never mind");
});

test("what was found by a report comes with it, and is there when the work is cancelled", async () => {
  const counted = defineJob<number, readonly number[]>("counted");
  const found = implementJob<number, readonly number[], Kernel>(counted, async (count, { progress }) => {
    const all: number[] = [];
    for (let i = 1; i <= count; i++) {
      all.push(i);
      await progress(i / count, i % 2 === 0 ? all : undefined);
    }
    return all;
  });
  const { job } = open(new Map([["counted", async () => found as never]]));
  const abort = new AbortController();
  const seen: (readonly number[] | undefined)[] = [];
  const reply = job(counted, 1000, {
    signal: abort.signal,
    progress(_share, soFar) {
      seen.push(soFar);
      if (seen.length === 4) abort.abort(new Error("enough"));
    },
  });
  await expect(reply).rejects.toThrow("enough");
  expect(seen).toEqual([undefined, [1, 2], undefined, [1, 2, 3, 4]]);
});

test("what the work throws, and a job that does not exist, come to the caller", async () => {
  const { job } = open();
  await expect(job(sum, [Number.NaN])).rejects.toThrow("not a number");
  await expect(job(defineJob<number, number>("nothing"), 1)).rejects.toThrow("no job is called nothing");
});
