import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createVault, VaultError } from "./vault.ts";

const OLD = { name: "old", key: randomBytes(32) };
const NEW = { name: "new", key: randomBytes(32) };
const OWNER = { accountId: "6f7c1f3e-0000-4000-8000-000000000001", broker: "zerodha" };
const SECRET = { accessToken: "canary7f3a9b", keys: ["a", "b"] };

test("what is sealed opens for its user and broker, and nobody else's", () => {
  const vault = createVault([NEW]);
  const sealed = vault.seal(OWNER, SECRET);
  expect(vault.open(OWNER, sealed)).toEqual(SECRET);
  for (const other of [
    { ...OWNER, accountId: "6f7c1f3e-0000-4000-8000-000000000002" },
    { ...OWNER, broker: "fyers" },
  ]) {
    expect(() => vault.open(other, sealed)).toThrow(VaultError);
  }
});

test("nothing of the secret can be read in it, and no two seals are alike", () => {
  const vault = createVault([NEW]);
  const [one, two] = [vault.seal(OWNER, SECRET), vault.seal(OWNER, SECRET)];
  expect(one.toString("latin1")).not.toContain("canary");
  expect(one.equals(two)).toBe(false);
});

test("every byte that is changed or cut off is noticed, in words that say nothing of it", () => {
  const vault = createVault([NEW]);
  const sealed = vault.seal(OWNER, SECRET);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => vault.open(OWNER, changed), `byte ${at}`).toThrow(VaultError);
    expect(() => vault.open(OWNER, sealed.subarray(0, at)), `cut at ${at}`).toThrow(VaultError);
  }
});

test("keys rotate: the first one seals, the older ones still open", () => {
  const before = createVault([OLD]).seal(OWNER, SECRET);
  const rotated = createVault([NEW, OLD]);
  expect(rotated.isCurrent(before)).toBe(false);
  expect(rotated.open(OWNER, before)).toEqual(SECRET);
  const anew = rotated.seal(OWNER, rotated.open(OWNER, before));
  expect(rotated.isCurrent(anew)).toBe(true);
  expect(createVault([NEW]).open(OWNER, anew)).toEqual(SECRET);
  expect(() => createVault([NEW]).open(OWNER, before)).toThrow("the vault key old is not configured here");
});

test("a key that is none does not start", () => {
  expect(() => createVault([{ name: "short", key: Buffer.alloc(16) }])).toThrow("short");
  expect(() => createVault([{ name: "no name!", key: Buffer.alloc(32) }])).toThrow("no name!");
  expect(() => createVault([NEW, { ...OLD, name: NEW.name }])).toThrow("one name");
});
