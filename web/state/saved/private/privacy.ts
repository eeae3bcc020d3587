/**
 * Whether the user keeps something private by choice, and the key where that is so. The passphrase is asked for when the
 * key is first needed: whoever needs it waits, or is told that all is locked.
 */
import { atom } from "jotai";
import type { loadPrivateKey, PrivateKeyRecord } from "#contract/wire/http/private-key.ts";
import { PRIVATE_KEY_PATH } from "#contract/wire/http/private-path.ts";
import { load, RefusedCall } from "../../api.ts";
import { userAtom } from "../../session.ts";
import { findKey, type OpenKey } from "./key-keeper.ts";
import { type Question, questionAtom } from "./question.ts";

/** The user did not unlock: nothing was read, and nothing was overwritten. */
export class LockedError extends RefusedCall {
  constructor() {
    super(0, "Locked: this is private by choice, and its passphrase was not given");
  }
}

export interface Standing {
  /** Absent: nothing is private by choice. */
  readonly record: PrivateKeyRecord | undefined;
  /** Of the record. */
  readonly revision: number;
  /** Why this account can choose no passphrase. */
  readonly refusal: string | undefined;
}

interface Known {
  readonly user: string;
  readonly standing: Promise<Standing>;
}
const knownAtom = atom<Known | undefined>(undefined);

/** How it stands: asked once a page, and again after a refusal. @throws as `load`: unknown is never taken for off */
export const privacyAtom = atom(null, (get, set): Promise<Standing> => {
  const user = get(userAtom)?.email ?? "";
  const known = get(knownAtom);
  if (known?.user === user) return known.standing;
  const standing = load<typeof loadPrivateKey>("get", PRIVATE_KEY_PATH).then(({ key, revision, refusal }) => ({
    record: key ?? undefined,
    revision,
    refusal: refusal ?? undefined,
  }));
  const fresh = { user, standing };
  set(knownAtom, fresh);
  standing.catch(() => {
    if (get(knownAtom) === fresh) set(knownAtom, undefined);
  });
  return standing;
});
privacyAtom.debugLabel = "privacy";

/** Another page may have turned it on or off, or chosen another passphrase. */
export const forgetPrivacyAtom = atom(null, (_get, set) => set(knownAtom, undefined));
forgetPrivacyAtom.debugLabel = "forgetPrivacy";

/** How it stands now. @throws as `load` */
export const freshPrivacyAtom = atom(null, (_get, set): Promise<Standing> => {
  set(forgetPrivacyAtom);
  return set(privacyAtom);
});
freshPrivacyAtom.debugLabel = "freshPrivacy";

const askAtom = atom(null, (get, set, record: PrivateKeyRecord): Promise<OpenKey> => {
  const open = get(questionAtom);
  if (open?.record.keyId === record.keyId) return open.answer;
  open?.settle();
  let settle: Question["settle"] = () => undefined;
  const answer = new Promise<OpenKey>((resolve, reject) => {
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
export const keyAtom = atom(null, async (_get, set, record: PrivateKeyRecord, mayAsk: boolean): Promise<OpenKey> => {
  const found = await findKey(record.keyId);
  if (found) return found;
  if (!mayAsk) throw new LockedError();
  return set(askAtom, record);
});
keyAtom.debugLabel = "privateKey";

/** The key that a save must seal under; undefined where nothing is private by choice. @throws LockedError; as `load` */
export const sealingKeyAtom = atom(null, async (_get, set, mayAsk: boolean): Promise<OpenKey | undefined> => {
  const { record } = await set(privacyAtom);
  return record === undefined || record.isOpening ? undefined : set(keyAtom, record, mayAsk);
});
sealingKeyAtom.debugLabel = "sealingKey";

/** The key of what is sealed already. @throws LockedError; as `load` */
export const openingKeyAtom = atom(null, async (_get, set): Promise<OpenKey> => {
  // Another page may have turned it on since this one asked.
  const record = (await set(privacyAtom)).record ?? (await set(freshPrivacyAtom)).record;
  if (record === undefined) throw new LockedError();
  return set(keyAtom, record, true);
});
openingKeyAtom.debugLabel = "openingKey";
