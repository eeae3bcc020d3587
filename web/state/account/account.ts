/** The account as the server knows it, and what its owner can do with it. The stored user is the server's last answer. */
import { atom } from "jotai";
import type {
  account as accountCall,
  deleteAccount as deleteCall,
  exportAccount as exportCall,
  referrals as referralsCall,
  upgradeToLive as upgradeCall,
} from "#contract/wire/http/accounts.ts";
import { ACCOUNT_PATH, EXPORT_PATH, REFERRALS_PATH, UPGRADE_PATH } from "#contract/wire/http/api-path.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import { ask, load, RefusedCall } from "../api.ts";
import { dropSessionAtom, expiresAtom, isLoggedIn, userAtom } from "../session.ts";

/** Asks for the account and keeps it; a failure is only logged, and what was kept stays. 401 ends the session. */
export const refreshAccountAtom = atom(null, async (get, set): Promise<void> => {
  try {
    const { user } = await load<typeof accountCall>("get", ACCOUNT_PATH);
    if (!isLoggedIn(get(expiresAtom))) return; // the session ended meanwhile
    set(userAtom, user);
    set(expiresAtom, user.expires);
  } catch (error) {
    console.warn("account:", error);
    if (error instanceof RefusedCall && error.status === 401) set(dropSessionAtom);
  }
});
refreshAccountAtom.debugLabel = "refreshAccount";

export type UpgradeReply = ResponseOf<typeof upgradeCall>;
export type Referrals = ResponseOf<typeof referralsCall>["data"];

/** Turns what is left of the plan into the live plan. This cannot be undone. @throws as `ask`. */
export const postUpgrade = (): Promise<UpgradeReply> => ask<typeof upgradeCall>("post", UPGRADE_PATH);

/** @throws as `load` */
export const getReferrals = async (): Promise<Referrals> =>
  (await load<typeof referralsCall>("get", REFERRALS_PATH)).data;

/** Everything that is kept about the user. @throws as `load` */
export const getExport = (): Promise<ResponseOf<typeof exportCall>> => load<typeof exportCall>("get", EXPORT_PATH);

/** Deletes the account at once and for good. @throws as `ask` */
export const deleteAccount = (password: string): Promise<ResponseOf<typeof deleteCall>> =>
  ask<typeof deleteCall>("delete", ACCOUNT_PATH, { password });
