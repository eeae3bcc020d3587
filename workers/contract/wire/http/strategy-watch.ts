/** Stops and targets of strategies that act: at the crossing the server closes what the strategy holds. Armed where rules may act alone. */
import { z } from "zod";
import { defineCall } from "./call.ts";
import { strategyId } from "./order-bodies.ts";
import { STRATEGY_WATCH_PATH, STRATEGY_WATCHES_PATH } from "./order-path.ts";

const MOST = 1_000_000_000;
/** Rupees of the day; null: none. */
const rupees = z.number().positive().max(MOST).nullable();

const Watch = z.object({
  strategy: z.string(),
  stop: rupees,
  target: rupees,
  armed: z.boolean(),
  /** Why it ended, and what came of it; while it is armed, what it waits for once it is reached, else ''. */
  words: z.string(),
});
export type Watch = z.infer<typeof Watch>;

export const strategyWatches = defineCall({
  method: "get",
  path: STRATEGY_WATCHES_PATH,
  summary:
    "Stops and targets of strategies that were armed today, each as it is or ended last; null where none may act",
  access: "user",
  response: z.object({ data: z.array(Watch).nullable() }),
});

export const watchStrategy = defineCall({
  method: "post",
  path: STRATEGY_WATCH_PATH,
  summary: "Arm a stop and a target of a strategy in place of what is armed for it; with neither, disarm it",
  access: "user",
  body: z.strictObject({ strategy: strategyId, stop: rupees, target: rupees }),
  response: z.object({ status: z.literal("success"), message: z.string() }),
  refusals: [403, 409, 503],
});
