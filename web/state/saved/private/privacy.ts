/**
 * Whether the user's strategies are private by choice, and the key where they are. The passphrase is asked for when the
 * key is first needed: whoever needs it waits, or is told that all is locked.
 */
import { atom } from "jotai";
import type { loadPrivateKey, PrivateKeyRecord } from "#contract/wire/http/private-key.ts";
import { PRIVATE_KEY_PATH } from "#contract/wire/http/strategy-path.ts";
import { load, RefusedCall } from "../../api.ts";
import { userAtom } from "../../session.ts";
import { findKey } from "./key-keeper.ts";
import { type Question, questionAtom } from "./question.ts";

/** The user did not unlock: nothing was read, and nothing was overwritten. */
export class LockedError extends RefusedCall {
  constructor() {
    super(0, "Locked: your strategies are private by choice, and their passphrase was not given");
  }
}

interface Known {
  readonly user: string;
  readonly record: Promise<PrivateKeyRecord | undefined>;
}
const knownAtom = atom<Known | undefined>(undefined);

/** How it stands: asked once a page, and again after a refusal. @throws as `load`: unknown is never taken for off */
export const privacyAtom = atom(null, (get, set): Promise<PrivateKeyRecord | undefined> => {
  const user = get(userAtom)?.email ?? "";
  const known = get(knownAtom);
  if (known?.user === user) return known.record;
  const record = load<typeof loadPrivateKey>("get", PRIVATE_KEY_PATH).then(({ key }) => key ?? undefined);
  const fresh = { user, record };
  set(knownAtom, fresh);
  record.catch(() => {
    if (get(knownAtom) === fresh) set(knownAtom, undefined);
  });
  return record;
});
privacyAtom.debugLabel = "privacy";

/** Another page may have turned it on or off, or chosen another passphrase. */
export const forgetPrivacyAtom = atom(null, (_get, set) => set(knownAtom, undefined));
forgetPrivacyAtom.debugLabel = "forgetPrivacy";

const askAtom = atom(null, (get, set, record: PrivateKeyRecord): Promise<CryptoKey> => {
  const open = get(questionAtom);
  if (open?.record.keyId === record.keyId) return open.answer;
  open?.settle();
  let settle: Question["settle"] = () => undefined;
  const answer = new Promise<CryptoKey>((resolve, reject) => {
    settle = (key) => {
      set(questionAtom, undefined);
      if (key) resolve(key);
      else reject(new LockedError());
    };
  });
  set(questionAtom, { record, answer, settle });
  return answer;
});

/** @param mayAsk the user did something that needs it. @throws LockedError */
export const keyAtom = atom(null, async (_get, set, record: PrivateKeyRecord, mayAsk: boolean): Promise<CryptoKey> => {
  const found = await findKey(record.keyId);
  if (found) return found;
  if (!mayAsk) throw new LockedError();
  return set(askAtom, record);
});
keyAtom.debugLabel = "privateKey";

/** The key that a save must seal under; undefined where nothing is private by choice. @throws LockedError; as `load` */
export const sealingKeyAtom = atom(null, async (_get, set, mayAsk: boolean): Promise<CryptoKey | undefined> => {
  const record = await set(privacyAtom);
  return record === undefined || record.isOpening ? undefined : set(keyAtom, record, mayAsk);
});
sealingKeyAtom.debugLabel = "sealingKey";

/** The key of what is sealed already. @throws LockedError; as `load` */
export const openingKeyAtom = atom(null, async (_get, set): Promise<CryptoKey> => {
  let record = await set(privacyAtom);
  if (record === undefined) {
    set(forgetPrivacyAtom); // another page has turned it on
    record = await set(privacyAtom);
  }
  if (record === undefined) throw new LockedError();
  return set(keyAtom, record, true);
});
openingKeyAtom.debugLabel = "openingKey";
