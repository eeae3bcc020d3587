/** Thread entry: runs rooms from their open up to the second where the feed begins, one at a time, in the order in which they are asked for. */
import { parentPort, workerData } from "node:worker_threads";
import type { RoomName } from "#contract/domain/instruments.ts";
import { buffersOfRun, dayPair, type FastForwardSpec, runOf } from "./fast-forward.ts";
import type { RoomAnswer } from "./fast-forward-threads.ts";

const spec = workerData as FastForwardSpec;
const days = dayPair(spec);

parentPort?.on("message", (name: RoomName) => {
  const answer: RoomAnswer = runOf(days, name, spec.second);
  parentPort?.postMessage(answer, answer ? buffersOfRun(answer) : []);
});
