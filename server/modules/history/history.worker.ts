/** Thread entry: the history's work, one job at a time, so that making a past day never holds up the market. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort } from "node:worker_threads";
import { openSimulatedPast } from "../../feeds/simulated/past/open-past.ts";
import type { JobAnswer, JobMessage } from "./history-jobs.ts";
import { createHistoryWork } from "./history-work.ts";

// A job leaves ten megabytes of columns behind, which V8 lets pile up to a hundred: collecting them at once takes 6 ms.
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const work = createHistoryWork(openSimulatedPast);
parentPort?.on("message", async ({ name, request }: JobMessage) => {
  let answer: JobAnswer;
  try {
    answer = { reply: await work(name, request) };
  } catch (error) {
    answer = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(answer);
  collectGarbage();
});
