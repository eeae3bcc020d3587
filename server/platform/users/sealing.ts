/** The server's end of sealed payloads (`workers/contract/wire/sealed.ts`): every user's key, from the master secret. */
import { webcrypto } from "node:crypto";
import { createSealer, type Sealer, type SealingHost } from "#contract/wire/sealed.ts";
import { AppError } from "../errors.ts";
import { isDeeperThan, MAX_DEPTH } from "../limits/json-depth.ts";
import type { Secrets } from "../secrets.ts";

/** Hex; login hands it to the user. */
export const sealingKey = (secrets: Secrets, userId: string): string =>
  secrets.derive("user settings", userId).toString("hex");

/** @returns the sealer of a user. */
export type Sealing = (userId: string) => Sealer;

export const createSealing =
  (secrets: Secrets): Sealing =>
  (userId) =>
    createSealer(NODE_SEALING, sealingKey(secrets, userId));

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const NODE_SEALING: SealingHost<webcrypto.CryptoKey> = {
  subtle: webcrypto.subtle,
  random: (length) => webcrypto.getRandomValues(new Uint8Array(length)),
  encode: (text) => encoder.encode(text),
  decode: (bytes) => decoder.decode(bytes),
};

/** Opens what a user sent. @throws AppError 400 */
export async function openSent(sealer: Sealer, purpose: string, payload: string): Promise<unknown> {
  let value: unknown;
  try {
    value = await sealer.open(purpose, payload);
  } catch (cause) {
    throw new AppError("bad-request", "The payload cannot be opened", { cause });
  }
  if (isDeeperThan(MAX_DEPTH, value)) throw new AppError("bad-request", "The payload is nested too deeply");
  return value;
}

/** Opens what was checked before it was kept. @throws AppError 500: the server's secret is not what it was. */
export async function openKept(sealer: Sealer, purpose: string, payload: string): Promise<unknown> {
  try {
    return await sealer.open(purpose, payload);
  } catch {
    const cause = new Error("a kept payload does not open: APP_SECRET, or the data folder's secrets.json, has changed");
    throw new AppError("internal", undefined, { cause });
  }
}

/** @returns what is in it, or itself where it does not open: for exports, which hold whatever there is. */
export const openIfPossible = (sealer: Sealer, purpose: string, payload: string): Promise<unknown> =>
  sealer.open(purpose, payload).catch(() => payload);
