/** What a passphrase that was typed opens. Loaded when it is asked for. */
import { atom } from "jotai";
import { keepKey, type OpenKey } from "./key-keeper.ts";
import { freshPrivacyAtom, LockedError, privacyAtom } from "./privacy.ts";
import { unlock, WrongPassphrase } from "./private-seal.ts";

/**
 * Opens the key, for all tabs. Another device may have chosen another passphrase since this page asked how it stands.
 * @throws WrongPassphrase; LockedError where nothing is private by choice any more; as `load`
 */
export const unlockAtom = atom(null, async (_get, set, passphrase: string, onDevice: boolean): Promise<OpenKey> => {
  const { record } = await set(privacyAtom);
  let opened = record && (await unlock(record, passphrase).catch(missed));
  if (!opened) {
    const { record: fresh } = await set(freshPrivacyAtom);
    if (!fresh) throw new LockedError();
    if (fresh.wrapped === record?.wrapped) throw new WrongPassphrase();
    opened = await unlock(fresh, passphrase);
  }
  await keepKey(opened, onDevice);
  return opened;
});
unlockAtom.debugLabel = "unlock";

function missed(error: unknown): undefined {
  if (!(error instanceof WrongPassphrase)) throw error;
}
