/** The passphrase is wanted. The shell asks; apart from the rest, which the first screen does not load. */
import { atom } from "jotai";
import type { PrivateKeyRecord } from "#contract/wire/http/private-key.ts";

export interface Question {
  readonly record: PrivateKeyRecord;
  /** All who wait for the key. */
  readonly answer: Promise<CryptoKey>;
  /** @param key absent: the user will not */
  readonly settle: (key?: CryptoKey) => void;
}

export const questionAtom = atom<Question | undefined>(undefined);
questionAtom.debugLabel = "passphraseQuestion";
