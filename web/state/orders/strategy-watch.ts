/** Stops and targets of strategies that act, as the server has them. */
import { atom } from "jotai";
import type { BodyOf, ResponseOf } from "#contract/wire/http/call.ts";
import { STRATEGY_WATCH_PATH, STRATEGY_WATCHES_PATH } from "#contract/wire/http/order-path.ts";
import type { strategyWatches, watchStrategy } from "#contract/wire/http/strategy-watch.ts";
import { load } from "../api.ts";
import { readAfter } from "./read-after.ts";

/** null: none may act here, or the server has not said it yet. */
export const watchesAtom = atom<ResponseOf<typeof strategyWatches>["data"]>(null);
watchesAtom.debugLabel = "watches";

/** @throws as `load` */
export const refreshWatchesAtom = atom(null, async (_get, set) => {
  set(watchesAtom, (await load<typeof strategyWatches>("get", STRATEGY_WATCHES_PATH)).data);
});
refreshWatchesAtom.debugLabel = "refreshWatches";

/** Arms, or with neither a stop nor a target disarms. @returns the server's words. @throws as `load` */
export const watchStrategyAtom = atom(null, async (_get, set, body: BodyOf<typeof watchStrategy>): Promise<string> => {
  const { message } = await load<typeof watchStrategy>("post", STRATEGY_WATCH_PATH, body);
  await readAfter("watches", set(refreshWatchesAtom));
  return message;
});
watchStrategyAtom.debugLabel = "watchStrategy";
