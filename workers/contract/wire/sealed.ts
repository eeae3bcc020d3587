/**
 * Sealed payloads: how settings and strategies travel and are kept. On the wire one is the hex of a ciphertext followed
 * by the 32 hex digits of its IV.
 *
 *     key       HKDF-SHA256(user's secret, salt = IV, info = 'strikeboard/sealed/v1/{enc or mac}|{purpose}')
 *     plain     HMAC-SHA256(mac key, IV, JSON) and the JSON, in UTF-8
 *     cipher    AES-256-CTR(enc key, counter = IV) of the plain bytes
 *
 * The secret is derived from the user's id, so what one user sealed opens for nobody else, nor for another purpose. The
 * server knows the secret as the browser does: this proves that nothing was changed on the way, and keeps figures out of
 * logs and dumps. It does not keep them from who runs the server.
 *
 * Both ends share this file. What it needs of its host is handed in.
 */

/** The part of WebCrypto's SubtleCrypto that is used. */
export interface SealingSubtle<Key> {
  importKey(format: "raw", bytes: Bytes, algorithm: string, extractable: boolean, usages: "deriveKey"[]): Promise<Key>;
  deriveKey(
    algorithm: { readonly name: "HKDF"; readonly hash: string; readonly salt: Bytes; readonly info: Bytes },
    secret: Key,
    derived: { readonly name: string; readonly length: number; readonly hash: string },
    extractable: boolean,
    usages: ("encrypt" | "decrypt" | "sign" | "verify")[],
  ): Promise<Key>;
  encrypt(algorithm: Counter, key: Key, bytes: Bytes): Promise<ArrayBuffer>;
  decrypt(algorithm: Counter, key: Key, bytes: Bytes): Promise<ArrayBuffer>;
  sign(algorithm: "HMAC", key: Key, bytes: Bytes): Promise<ArrayBuffer>;
  verify(algorithm: "HMAC", key: Key, signature: Bytes, bytes: Bytes): Promise<boolean>;
}

type Bytes = Uint8Array<ArrayBuffer>;
interface Counter {
  readonly name: "AES-CTR";
  readonly counter: Bytes;
  readonly length: number;
}

export interface SealingHost<Key> {
  readonly subtle: SealingSubtle<Key>;
  /** As many random bytes, from a source that cannot be guessed. */
  random(length: number): Bytes;
  encode(text: string): Bytes;
  /** @throws on bytes that are not UTF-8. */
  decode(bytes: Bytes): string;
}

/** The digits of a payload's IV: no other payload has the same. */
export const sealedIv = (payload: string): string => payload.slice(-IV_DIGITS);

/** A payload that was not sealed with this secret for this purpose, or was changed since. Never says which. */
export class SealError extends Error {
  override readonly name = "SealError";

  constructor() {
    super("The payload cannot be opened");
  }
}

export interface Sealer {
  /** @param value anything that JSON can hold. */
  seal(purpose: string, value: unknown): Promise<string>;
  /** @throws SealError */
  open(purpose: string, payload: string): Promise<unknown>;
}

const IV_BYTES = 16;
const MAC_BYTES = 32;
const IV_DIGITS = 2 * IV_BYTES;
/** What sealing adds to the JSON, in digits. */
const OVERHEAD_DIGITS = IV_DIGITS + 2 * MAC_BYTES;

/** Digits of a sealed payload of this much JSON. @param bytes in UTF-8. */
export const sealedDigits = (bytes: number): number => OVERHEAD_DIGITS + 2 * bytes;

/** @param secret of the user, as login hands it over: hex. @throws RangeError on anything else. */
export function createSealer<Key>(host: SealingHost<Key>, secret: string): Sealer {
  const master = fromHex(secret);
  if (master === undefined || master.length === 0) throw new RangeError("The user's secret is not hex");
  const { subtle } = host;
  let imported: Promise<Key> | undefined;

  async function keys(purpose: string, salt: Bytes) {
    imported ??= subtle.importKey("raw", master as Bytes, "HKDF", false, ["deriveKey"]);
    const base = await imported;
    const derive = (name: string, part: string, usages: ("encrypt" | "decrypt" | "sign" | "verify")[]) => {
      const info = host.encode(`strikeboard/sealed/v1/${part}|${purpose}`);
      const derived = { name, length: 256, hash: "SHA-256" };
      return subtle.deriveKey({ name: "HKDF", hash: "SHA-256", salt, info }, base, derived, false, usages);
    };
    const [cipher, mac] = await Promise.all([
      derive("AES-CTR", "enc", ["encrypt", "decrypt"]),
      derive("HMAC", "mac", ["sign", "verify"]),
    ]);
    return { cipher, mac };
  }

  async function opened(purpose: string, payload: string): Promise<unknown> {
    const bytes = payload.length < OVERHEAD_DIGITS ? undefined : fromHex(payload);
    if (bytes === undefined) throw new SealError();
    const iv = bytes.slice(-IV_BYTES);
    const { cipher, mac } = await keys(purpose, iv);
    const plain = new Uint8Array(await subtle.decrypt(counterFrom(iv), cipher, bytes.slice(0, -IV_BYTES)));
    const json = plain.slice(MAC_BYTES);
    const isGenuine = await subtle.verify("HMAC", mac, plain.slice(0, MAC_BYTES), joined(iv, json));
    if (!isGenuine) throw new SealError();
    return JSON.parse(host.decode(json));
  }

  return {
    async seal(purpose, value) {
      const json = JSON.stringify(value);
      if (json === undefined) throw new TypeError("Only what JSON can hold can be sealed");
      const iv = host.random(IV_BYTES);
      const { cipher, mac } = await keys(purpose, iv);
      const text = host.encode(json);
      const code = new Uint8Array(await subtle.sign("HMAC", mac, joined(iv, text)));
      const sealed = await subtle.encrypt(counterFrom(iv), cipher, joined(code, text));
      return toHex(joined(new Uint8Array(sealed), iv));
    },
    open: (purpose, payload) =>
      opened(purpose, payload).catch(() => {
        throw new SealError();
      }),
  };
}

const counterFrom = (iv: Bytes): Counter => ({ name: "AES-CTR", counter: iv, length: 128 });

function joined(first: Bytes, second: Bytes): Bytes {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

export function toHex(bytes: Bytes): string {
  let text = "";
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}

/** @returns undefined for what is no hex */
export function fromHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
