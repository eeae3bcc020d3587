/** What holds the user's orders back: limits of their own, and kill switches. The server decides; this is what it says. */
import { atom } from "jotai";
import { checkSize, limitsUsed, type MeasuredOrder, STOPPED_WORDS } from "#contract/domain/orders/guards.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { Guards } from "#contract/wire/http/order-bodies.ts";
import {
  ORDER_GUARDS_PATH,
  ORDER_STOP_ALL_PATH,
  ORDER_STOP_PATH,
  ORDER_STOP_STRATEGY_PATH,
} from "#contract/wire/http/order-path.ts";
import type {
  orderGuards,
  setOrderGuards,
  stopAllOrders,
  stopOrders,
  stopStrategy,
} from "#contract/wire/http/orders.ts";
import { load } from "../api.ts";
import type { Draft } from "./draft.ts";
import { readAfter } from "./read-after.ts";

export type GuardState = ResponseOf<typeof orderGuards>;

/** Undefined until the server has said it. */
export const guardsAtom = atom<GuardState | undefined>(undefined);
guardsAtom.debugLabel = "guards";

/** @throws as `load` */
export const refreshGuardsAtom = atom(null, async (_get, set) => {
  set(guardsAtom, await load<typeof orderGuards>("get", ORDER_GUARDS_PATH));
});
refreshGuardsAtom.debugLabel = "refreshGuards";

/** @returns the server's words. @throws as `load` */
export const saveGuardsAtom = atom(null, async (_get, set, guards: Guards): Promise<string> => {
  const { message } = await load<typeof setOrderGuards>("post", ORDER_GUARDS_PATH, guards);
  await readAfter("limits", set(refreshGuardsAtom));
  return message;
});
saveGuardsAtom.debugLabel = "saveGuards";

/** The user's own switch. @returns the server's words: what became of it, and of what was pending. @throws as `load` */
export const stopTradingAtom = atom(null, async (_get, set, stopped: boolean): Promise<string> => {
  const { message } = await load<typeof stopOrders>("post", ORDER_STOP_PATH, { stopped });
  await readAfter("limits", set(refreshGuardsAtom));
  return message;
});
stopTradingAtom.debugLabel = "stopTrading";

/** One strategy's. @returns as above. @throws as `load` */
export const stopStrategyAtom = atom(
  null,
  async (_get, set, body: { readonly strategy: string; readonly stopped: boolean }): Promise<string> => {
    const { message } = await load<typeof stopStrategy>("post", ORDER_STOP_STRATEGY_PATH, body);
    await readAfter("limits", set(refreshGuardsAtom));
    return message;
  },
);
stopStrategyAtom.debugLabel = "stopStrategy";

/** Everybody's, thrown by an administrator. @throws as `load` */
export const stopAllTradingAtom = atom(null, async (_get, set, stopped: boolean): Promise<string> => {
  const { message } = await load<typeof stopAllOrders>("post", ORDER_STOP_ALL_PATH, { stopped });
  await readAfter("limits", set(refreshGuardsAtom));
  return message;
});
stopAllTradingAtom.debugLabel = "stopAllTrading";

type SizedDraft = Pick<Draft, "qty" | "lot" | "ltp" | "limitPrice" | "type"> & { readonly multiplier: number };

const measured = ({ qty, lot, ltp, limitPrice, type, multiplier }: SizedDraft): MeasuredOrder => {
  const price = type === "Market" || type === "Stop" ? ltp : limitPrice;
  return { qty, lot, price, multiplier };
};

/** Why the server would not take a new order now, as far as one can know beforehand. Pure. */
export function heldBack(state: GuardState | undefined, isPractice: boolean, draft: SizedDraft): string | undefined {
  if (state === undefined) return undefined;
  if (state.stopped !== null) return STOPPED_WORDS[state.stopped];
  if (isPractice && !state.data.inPractice) return undefined;
  return checkSize(measured(draft), state.data);
}

/** 'Guard: value ₹3,744 of ₹10,000 · lots 4 of 10'; '' where no limit of an order's size holds. Pure. */
export function guardWords(state: GuardState | undefined, isPractice: boolean, draft: SizedDraft): string {
  if (state === undefined || (isPractice && !state.data.inPractice)) return "";
  const used = limitsUsed(measured(draft), state.data);
  return used.length === 0 ? "" : `Guard: ${used.join(" · ")}`;
}
