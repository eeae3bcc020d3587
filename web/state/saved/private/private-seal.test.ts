import { expect, it } from "vitest";
import {
  changePassphrase,
  createPrivateKey,
  openPrivately,
  PrivateSealError,
  sealPrivately,
  unlock,
  WrongPassphrase,
} from "./private-seal.ts";

const LEGS = { strategy: [{ strike: 24500, note: "₹ 🙂" }] };
const PASSPHRASE = "four words é here";
const made = createPrivateKey(PASSPHRASE);

it("opens by the passphrase alone, however a keyboard composes it, and the key cannot be read out", async () => {
  const { record, key } = await made;
  expect(record.iterations).toBe(600_000);
  const sealed = await sealPrivately(key, "strategy|a", LEGS);
  const unlocked = await unlock(record, PASSPHRASE.normalize("NFD"));
  expect(await openPrivately(unlocked, "strategy|a", sealed)).toEqual(LEGS);
  for (const one of [key, unlocked]) await expect(crypto.subtle.exportKey("raw", one.key)).rejects.toThrow();
  await expect(unlock(record, "four words e here")).rejects.toThrow(WrongPassphrase);
  await expect(unlock({ ...record, iterations: record.iterations + 1 }, PASSPHRASE)).rejects.toThrow(WrongPassphrase);
});

it("what another passphrase wraps is the same key; the one before opens it no more", async () => {
  const { record, key } = await made;
  const sealed = await sealPrivately(key, "strategy|a", LEGS);
  await expect(changePassphrase(record, "another", "a new passphrase")).rejects.toThrow(WrongPassphrase);
  const changed = await changePassphrase(record, PASSPHRASE, "a new passphrase");
  expect(changed).toMatchObject({ keyId: record.keyId, isOpening: false });
  for (const field of ["salt", "iv", "wrapped"] as const) expect(changed[field]).not.toBe(record[field]);
  expect(await openPrivately(await unlock(changed, "a new passphrase"), "strategy|a", sealed)).toEqual(LEGS);
  await expect(unlock(changed, PASSPHRASE)).rejects.toThrow(WrongPassphrase);
});

it("no document opens as another, under another key, or changed", async () => {
  const [{ key }, other] = [await made, await createPrivateKey(PASSPHRASE)];
  const sealed = await sealPrivately(key, "strategy|a", LEGS);
  const again = await sealPrivately(key, "strategy|a", LEGS);
  expect(again.iv).not.toBe(sealed.iv);
  expect(again.data).not.toBe(sealed.data);
  const altered = (sealed.data.startsWith("A") ? "B" : "A") + sealed.data.slice(1);
  for (const [withKey, what, envelope] of [
    [key, "strategy|b", sealed],
    [other.key, "strategy|a", sealed],
    [key, "strategy|a", { ...sealed, iv: again.iv }],
    [key, "strategy|a", { ...sealed, data: altered }],
    [key, "strategy|a", { ...sealed, data: "?" }],
  ] as const)
    await expect(openPrivately(withKey, what, envelope)).rejects.toThrow(PrivateSealError);
});
