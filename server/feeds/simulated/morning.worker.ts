/** Thread entry: runs the mornings of rooms, one at a time, in the order in which they are asked for. */
import { parentPort, workerData } from "node:worker_threads";
import type { RoomName } from "#contract/domain/instruments.ts";
import { type MorningSpec, morningBuffers, morningDays, morningOf } from "./morning.ts";
import type { MorningAnswer } from "./morning-threads.ts";

const spec = workerData as MorningSpec;
const days = morningDays(spec);

parentPort?.on("message", (name: RoomName) => {
  const answer: MorningAnswer = morningOf(days, name, spec.second);
  parentPort?.postMessage(answer, answer ? morningBuffers(answer) : []);
});
