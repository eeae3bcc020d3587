/** Drafts of orders that came by the user's secret addresses, and the addresses. A draft is sent by its user alone, as a basket. */
import { atom } from "jotai";
import { isoDate } from "#contract/domain/units.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type {
  Draft,
  dismissDraft,
  makeHook,
  openedDraft,
  orderDrafts,
  revokeHook,
} from "#contract/wire/http/order-drafts.ts";
import {
  ORDER_DRAFT_PATH,
  ORDER_DRAFTS_PATH,
  ORDER_HOOK_PATH,
  ORDER_HOOKS_PATH,
} from "#contract/wire/http/order-path.ts";
import type { TradeIntent } from "../../account/trading.ts";
import { load } from "../../api.ts";
import { readAfter } from "../read-after.ts";
import { replaceLegsAtom } from "./basket-atom.ts";

/** Undefined until the server has said them. */
export const draftsAtom = atom<ResponseOf<typeof orderDrafts>["data"] | undefined>(undefined);
draftsAtom.debugLabel = "drafts";

/** @returns the drafts, the newest first. @throws as `load` */
export const refreshDraftsAtom = atom(null, async (_get, set): Promise<readonly Draft[]> => {
  const { data } = await load<typeof orderDrafts>("get", ORDER_DRAFTS_PATH);
  set(draftsAtom, data);
  return data.drafts;
});
refreshDraftsAtom.debugLabel = "refreshDrafts";

/**
 * Into the basket, in place of its legs, at the prices of now unless the draft names one.
 * @returns false while a basket is under way: then it does nothing
 */
export const openDraftAtom = atom(null, (_get, set, { id, legs }: Draft): boolean => {
  if (!set(replaceLegsAtom, legs.map(intentOf))) return false;
  const noted = load<typeof openedDraft>("post", ORDER_DRAFT_PATH.replace("{draft}", id));
  void noted.then(() => set(refreshDraftsAtom)).catch((error: unknown) => console.warn("draft:", error));
  return true;
});
openDraftAtom.debugLabel = "openDraft";

/** @throws as `load` */
export const dismissDraftAtom = atom(null, async (_get, set, id: string) => {
  await load<typeof dismissDraft>("delete", ORDER_DRAFT_PATH.replace("{draft}", id));
  await readAfter("drafts", set(refreshDraftsAtom));
});
dismissDraftAtom.debugLabel = "dismissDraft";

/** @returns the address, which is told this once. @throws as `load` */
export const makeHookAtom = atom(null, async (_get, set, name: string): Promise<string> => {
  const { data } = await load<typeof makeHook>("post", ORDER_HOOKS_PATH, { name });
  await readAfter("drafts", set(refreshDraftsAtom));
  return data.url;
});
makeHookAtom.debugLabel = "makeHook";

/** @throws as `load` */
export const revokeHookAtom = atom(null, async (_get, set, id: string) => {
  await load<typeof revokeHook>("delete", ORDER_HOOK_PATH.replace("{hook}", id));
  await readAfter("drafts", set(refreshDraftsAtom));
});
revokeHookAtom.debugLabel = "revokeHook";

export function intentOf({ expiry, qty, product, price, ...leg }: Draft["legs"][number]): TradeIntent {
  const start = { qty, product, ...(price !== null && { price }) };
  return { ...leg, expiry: isoDate(expiry), isLeg: true, start };
}
