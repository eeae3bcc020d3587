import { Registry } from "prom-client";
import { afterEach, describe, expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { systemClock } from "../../platform/clocks.ts";
import { silentLog } from "../../platform/log.ts";
import { createHistoryMetrics } from "./history-metrics.ts";
import { HistoryThread, MAX_WAITING } from "./history-thread.ts";

const metrics = createHistoryMetrics(new Registry());
const threads: HistoryThread[] = [];
function start(): HistoryThread {
  const thread = new HistoryThread({ clock: systemClock, log: silentLog, metrics });
  threads.push(thread);
  return thread;
}
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.stop()));
});

/** A job that costs nothing and can be told from others. */
const spots = (thread: HistoryThread, key: string) => thread.run("spots", key, { blobs: [] });
const broken = { bytes: new Uint8Array(3), encoding: "br", checksum: "x" } as const;

describe("the history thread", () => {
  it("does a job once for all who ask for it at the same time", async () => {
    const thread = start();
    const [first, second, other] = [spots(thread, "a"), spots(thread, "a"), spots(thread, "b")];
    expect(second).toBe(first);
    expect(other).not.toBe(first);
    expect(await Promise.all([first, second, other])).toEqual([{}, {}, {}]);
    expect(spots(thread, "a")).not.toBe(first);
  });

  it("fails the job that fails, and does the next", async () => {
    const thread = start();
    const failing = thread.run("openInterest", "damaged", { blob: broken });
    const next = spots(thread, "a");
    await expect(failing).rejects.toThrow("openInterest of damaged failed");
    expect(await next).toEqual({});
    const closed = isoDate("2026-11-15");
    await expect(thread.run("simulatedDay", closed, { seed: 7, symbols: undefined, date: closed })).rejects.toThrow(
      "is closed on",
    );
  });

  it("refuses what it cannot get to in time", async () => {
    const thread = start();
    const jobs = Array.from({ length: MAX_WAITING + 1 }, (_, i) => spots(thread, String(i)));
    await expect(spots(thread, "one too many")).rejects.toMatchObject({ code: "unavailable", retryAfter: 5 });
    expect(await Promise.all(jobs)).toHaveLength(MAX_WAITING + 1);
    expect(await spots(thread, "later")).toEqual({});
  });

  it("lets nobody wait for a server that stops", async () => {
    const thread = start();
    const jobs = [spots(thread, "a"), spots(thread, "b")].map((job) => expect(job).rejects.toThrow("not ready"));
    await thread.stop();
    await Promise.all(jobs);
    await expect(spots(thread, "c")).rejects.toThrow("not ready");
  });
});
