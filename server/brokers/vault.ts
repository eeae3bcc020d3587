/**
 * Where broker tokens and keys rest: each secret under a key of its own (AES-256-GCM), that key under the vault's. Both are
 * bound to the user and the broker, so that a row that is moved to another user does not open.
 *
 *     version 1 · length and name of the vault key · wrapped key (iv, 32 bytes, tag) · secret (iv, bytes, tag)
 *
 * The vault's keys are named. The first one seals; all of them open, so that keys can be rotated: add a new one in front,
 * and what is opened under an older one is sealed again (`isCurrent`).
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

export interface VaultKey {
  /** Up to 32 letters and digits. */
  readonly name: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** Whose secret it is. */
export interface VaultOwner {
  readonly accountId: string;
  readonly broker: string;
}

export interface Vault {
  seal(owner: VaultOwner, secret: unknown): Buffer;
  /** @throws VaultError where it is another's, was changed, or its key is not here. */
  open(owner: VaultOwner, sealed: Buffer): unknown;
  /** Whether it is sealed under the key that seals now. */
  isCurrent(sealed: Buffer): boolean;
}

/** Says nothing of what was inside. */
export class VaultError extends Error {
  override readonly name = "VaultError";
}

const VERSION = 1;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const WRAPPED_BYTES = IV_BYTES + KEY_BYTES + TAG_BYTES;
const KEY_NAME = /^[A-Za-z0-9]{1,32}$/;

/** @param keys the one that seals first. @throws Error where one is no key, or has another's name. */
export function createVault(keys: readonly [VaultKey, ...VaultKey[]]): Vault {
  for (const { name, key } of keys) {
    if (!KEY_NAME.test(name) || key.length !== KEY_BYTES) throw new Error(`the vault key ${name} is not one`);
  }
  const [current] = keys;
  const byName = new Map(keys.map(({ name, key }) => [name, key]));
  // What the first of two seals, the last of them would have to open.
  if (byName.size < keys.length) throw new Error("two vault keys have one name");

  return {
    seal(owner, secret) {
      const bound = boundTo(owner, current.name);
      const dataKey = randomBytes(KEY_BYTES);
      const name = Buffer.from(current.name);
      const wrapped = encrypt(current.key, dataKey, bound);
      const body = encrypt(dataKey, Buffer.from(JSON.stringify(secret)), bound);
      dataKey.fill(0);
      return Buffer.concat([Buffer.from([VERSION, name.length]), name, wrapped, body]);
    },
    open(owner, sealed) {
      const { name, wrapped, body } = taken(sealed);
      const key = byName.get(name);
      if (key === undefined) throw new VaultError(`the vault key ${name} is not configured here`);
      const bound = boundTo(owner, name);
      const dataKey = decrypt(key, wrapped, bound);
      const secret: unknown = JSON.parse(decrypt(dataKey, body, bound).toString("utf8"));
      dataKey.fill(0);
      return secret;
    },
    isCurrent: (sealed) => taken(sealed).name === current.name,
  };
}

/** Fields that cannot run into each other. */
const boundTo = ({ accountId, broker }: VaultOwner, keyName: string): Buffer =>
  Buffer.from(JSON.stringify(["strikeboard broker vault", VERSION, keyName, accountId, broker]));

function taken(sealed: Buffer): { readonly name: string; readonly wrapped: Buffer; readonly body: Buffer } {
  const [version, length = 0] = sealed;
  const from = 2 + length;
  if (version !== VERSION || sealed.length < from + WRAPPED_BYTES + IV_BYTES + TAG_BYTES) {
    throw new VaultError("this is nothing that the vault sealed");
  }
  return {
    name: sealed.toString("latin1", 2, from),
    wrapped: sealed.subarray(from, from + WRAPPED_BYTES),
    body: sealed.subarray(from + WRAPPED_BYTES),
  };
}

function encrypt(key: Buffer, plain: Buffer, bound: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(bound);
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, bound: Buffer): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(bound).setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
  } catch {
    throw new VaultError("the secret was changed, or is another user's or broker's");
  }
}
