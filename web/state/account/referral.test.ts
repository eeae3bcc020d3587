import { createStore } from "jotai";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

it("the referral code is kept until it is used; what is no code is not", async () => {
  const { storage } = stubBrowserGlobals();
  const { dropReferralAtom, keepReferralAtom, referralAtom } = await import("./referral.ts");
  const store = createStore();
  store.set(keepReferralAtom, "abc-1_Z");
  store.set(keepReferralAtom, "");
  store.set(keepReferralAtom, "a/b c");
  store.set(keepReferralAtom, "x".repeat(65));
  expect([store.get(referralAtom), storage.getItem("rid")]).toEqual(["abc-1_Z", "abc-1_Z"]);
  store.set(dropReferralAtom);
  expect([store.get(referralAtom), storage.getItem("rid")]).toEqual(["", null]);
});
