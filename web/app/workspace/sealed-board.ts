/**
 * Workspaces that are private by choice: the account and this browser keep them in an envelope, and only the page that has
 * the key shows them. Loaded where an envelope is found, or the account wants one.
 */
import { atom } from "jotai";
import { concealSetting, type PrivateSetting, revealSetting } from "../../state/saved/private/documents.ts";
import { findKey, type OpenKey } from "../../state/saved/private/key-keeper.ts";
import { forgetPrivacyAtom, LockedError, sealingKeyAtom } from "../../state/saved/private/privacy.ts";
import { userAtom } from "../../state/session.ts";
import { boardAtom, isHeldBackAtom, type Layouts, openedAtom, storedAtomOfUser } from "./board.ts";
import { isSealed, keptForm, workspacesIn } from "./kept-form.ts";

const FIELD = "workspaces";

export const sealLayouts = (key: OpenKey, layouts: Layouts): Promise<PrivateSetting> =>
  concealSetting(key, FIELD, keptForm(layouts));

/** @returns undefined for what cannot be read */
const openLayouts = async (key: OpenKey, setting: PrivateSetting): Promise<Layouts | undefined> =>
  workspacesIn(await revealSetting(key, FIELD, setting).catch(() => undefined));

/** Those of an envelope that was saved elsewhere; 'locked' without its key. */
export async function peek(setting: PrivateSetting): Promise<Layouts | undefined | "locked"> {
  const key = await findKey(setting.private.key);
  return key ? openLayouts(key, setting) : "locked";
}

/** Seals the board for this browser's next page and its other tabs, after each change. */
export const storeSealedAtom = atom(null, async (get, set): Promise<void> => {
  const opened = get(openedAtom);
  if (!opened || opened.iv !== undefined) return;
  const { user, isPending } = opened.board;
  const sealed = await sealLayouts(opened.key, opened.board);
  if (get(openedAtom) !== opened) return; // changed meanwhile, or locked
  set(openedAtom, { ...opened, iv: sealed.private.iv });
  set(storedAtomOfUser, { user, isPending, ...sealed });
});

/** Shows what this browser keeps sealed, also where another tab has changed it. Without the key it stays locked. */
export const openStoredAtom = atom(null, async (get, set): Promise<void> => {
  const stored = get(storedAtomOfUser);
  if (!isSealed(stored)) return;
  const opened = get(openedAtom);
  if (opened && (opened.iv === undefined || opened.iv === stored.private.iv)) return; // what is shown is newer, or the same
  const key = await findKey(stored.private.key);
  const layouts = key && (await openLayouts(key, stored));
  // While it was being opened it may have been replaced, or another have been shown, and changed.
  if (!layouts || get(storedAtomOfUser) !== stored || get(openedAtom) !== opened) return;
  const { user, isPending } = stored;
  set(openedAtom, { board: { user, isPending, ...layouts }, key, iv: stored.private.iv });
});

/**
 * Takes the account's envelope, but for changes of this browser that it does not know.
 * @returns whether it is open; undefined: its key is there, and this release cannot read it
 */
export const adoptSealedAtom = atom(null, async (get, set, setting: PrivateSetting): Promise<boolean | undefined> => {
  await set(openStoredAtom);
  const user = get(userAtom)?.email ?? "";
  const hasChanges = (): boolean => get(openedAtom)?.board.isPending ?? get(storedAtomOfUser)?.isPending === true;
  const key = await findKey(setting.private.key);
  const layouts = key && (await openLayouts(key, setting));
  if (key && !layouts) return undefined;
  // Asked again: what was shown may have been changed while the account's was being opened.
  const isPending = hasChanges();
  set(isHeldBackAtom, !key && isPending);
  if (!key) set(openedAtom, undefined);
  else if (isPending) set(sealUnderAtom, key);
  else if (layouts) set(openedAtom, { board: { user, isPending, ...layouts }, key, iv: setting.private.iv });
  if (!isPending) set(storedAtomOfUser, { user, isPending, ...setting });
  return key !== undefined;
});

/** From now on the board is kept sealed. */
const sealUnderAtom = atom(null, (get, set, key: OpenKey) => set(openedAtom, { board: get(boardAtom), key }));

/** From now on the board is kept open. */
export const unsealAtom = atom(null, async (get, set): Promise<void> => {
  await set(openStoredAtom);
  const opened = get(openedAtom);
  set(isHeldBackAtom, false);
  set(openedAtom, undefined);
  if (opened) set(storedAtomOfUser, opened.board);
  else if (isSealed(get(storedAtomOfUser))) set(storedAtomOfUser, null);
});

/**
 * The account refused a save of the other kind (409): the user has chosen a passphrase meanwhile, or another, or none.
 * @returns whether the board can be saved as the account wants it now
 */
export const turnBoardAtom = atom(null, async (get, set): Promise<boolean> => {
  set(forgetPrivacyAtom);
  try {
    const key = await set(sealingKeyAtom, false);
    if (key) set(sealUnderAtom, key);
    else await set(unsealAtom);
    return true;
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    if (get(openedAtom)) set(openedAtom, undefined);
    else set(isHeldBackAtom, true);
    return false;
  }
});
