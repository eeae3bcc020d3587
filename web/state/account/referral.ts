/** The stored `rid`: whose referral link brought the visitor; it goes along with a sign-up. */
import { atom } from "jotai";
import { storedTextAtom } from "../saved/storage.ts";

/** What the sign-up accepts. Anything else in the address is no code, and must not be kept: it would block every later code. */
const CODE = /^[\w-]{1,64}$/;

/** '' without one. */
export const referralAtom = storedTextAtom("rid", "");
referralAtom.debugLabel = "rid";

/** @param code of the address; '' leaves what an earlier one brought. */
export const keepReferralAtom = atom(null, (_get, set, code: string) => {
  if (CODE.test(code)) set(referralAtom, code);
});
keepReferralAtom.debugLabel = "keepReferral";

/** It has been used. */
export const dropReferralAtom = atom(null, (_get, set) => {
  set(referralAtom, "");
  localStorage.removeItem("rid");
});
dropReferralAtom.debugLabel = "dropReferral";
