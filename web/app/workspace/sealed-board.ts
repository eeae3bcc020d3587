/**
 * Workspaces that are private by choice: the account and this browser keep them in an envelope, and only the page that has
 * the key shows them. Loaded where an envelope is found, or the account wants one.
 */
import { atom } from "jotai";
import { concealSetting, type PrivateSetting, revealSetting } from "../../state/saved/private/documents.ts";
import { findKey, type OpenKey } from "../../state/saved/private/key-keeper.ts";
import { forgetPrivacyAtom, LockedError, sealingKeyAtom } from "../../state/saved/private/privacy.ts";
import { userAtom } from "../../state/session.ts";
import { boardAtom, isHeldBackAtom, openedAtom, storedAtomOfUser } from "./board.ts";
import { isSealed, keptForm, workspacesIn } from "./kept-form.ts";
import type { Workspace } from "./layout/workspace.ts";

const FIELD = "workspaces";

export const sealLayouts = (key: OpenKey, workspaces: readonly Workspace[]): Promise<PrivateSetting> =>
  concealSetting(key, FIELD, keptForm(workspaces));

/** @returns undefined for what is none. @throws PrivateSealError */
export const openLayouts = async (key: OpenKey, setting: PrivateSetting): Promise<readonly Workspace[] | undefined> =>
  workspacesIn(await revealSetting(key, FIELD, setting));

/** Seals the board for this browser's next page and its other tabs, after each change. */
export const storeSealedAtom = atom(null, async (get, set): Promise<void> => {
  const opened = get(openedAtom);
  if (!opened || opened.iv !== undefined) return;
  const { user, workspaces, isPending } = opened.board;
  const sealed = await sealLayouts(opened.key, workspaces);
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
  const workspaces = key && (await openLayouts(key, stored).catch(() => undefined));
  // While it was being opened it may have been replaced, or another have been shown, and changed.
  if (!workspaces || get(storedAtomOfUser) !== stored || get(openedAtom) !== opened) return;
  const { user, isPending } = stored;
  set(openedAtom, { board: { user, isPending, workspaces }, key, iv: stored.private.iv });
});

/**
 * Takes the account's envelope, but for changes of this browser that it does not know.
 * @returns whether it is open
 */
export const adoptSealedAtom = atom(null, async (get, set, setting: PrivateSetting): Promise<boolean> => {
  await set(openStoredAtom);
  const user = get(userAtom)?.email ?? "";
  const hasChanges = (): boolean => get(openedAtom)?.board.isPending ?? get(storedAtomOfUser)?.isPending === true;
  const key = await findKey(setting.private.key);
  const workspaces = key && !hasChanges() ? await openLayouts(key, setting) : undefined;
  // Asked again: what was shown may have been changed while the account's was being opened.
  const isPending = hasChanges();
  set(isHeldBackAtom, !key && isPending);
  if (!key) set(openedAtom, undefined);
  else if (isPending) set(sealUnderAtom, key);
  else if (workspaces) set(openedAtom, { board: { user, isPending, workspaces }, key, iv: setting.private.iv });
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
