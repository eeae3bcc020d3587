/**
 * Private by choice: WebCrypto alone. A random AES-256-GCM data key seals documents; PBKDF2 of the passphrase wraps that key,
 * so that another passphrase wraps it anew and no document changes. In use the data key cannot be read out, not even by this page.
 */
import type { PrivateEnvelope, PrivateKeyRecord } from "#contract/wire/http/private-key.ts";
import { fromHex, toHex } from "#contract/wire/sealed.ts";
import type { OpenKey } from "./key-keeper.ts";

/** Guesses cost this much: a server, or who took its database, may guess as long as they like. */
const ITERATIONS = 600_000;
const AES = { name: "AES-GCM", length: 256 } as const;
const USES = ["encrypt", "decrypt"] as const;
const IV_BYTES = 12;
const SALT_BYTES = 16;

type Bytes = Uint8Array<ArrayBuffer>;
const { subtle } = crypto;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const random = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));
/** What a ciphertext is bound to: it opens as nothing else. */
const boundTo = (what: string): Bytes => encoder.encode(`strikeboard/private/v1|${what}`);
const gcm = (iv: Bytes, what: string) => ({ name: "AES-GCM", iv, additionalData: boundTo(what) });
const KEY = "key";

export class WrongPassphrase extends Error {
  override readonly name = "WrongPassphrase";

  constructor() {
    super("That is not the passphrase");
  }
}

/** What does not open: another document's, another key's, or changed since. */
export class PrivateSealError extends Error {
  override readonly name = "PrivateSealError";

  constructor() {
    super("What is sealed cannot be opened: it was changed, or is another's");
  }
}

/** A new data key, and how the server keeps it. */
export async function createPrivateKey(
  passphrase: string,
): Promise<{ readonly record: PrivateKeyRecord; readonly key: OpenKey }> {
  const fresh = await subtle.generateKey(AES, true, USES);
  const raw = new Uint8Array(await subtle.exportKey("raw", fresh));
  const keyId = toHex(new Uint8Array(await subtle.digest("SHA-256", raw)));
  const key = await subtle.importKey("raw", raw, AES, false, USES);
  raw.fill(0);
  return { record: { keyId, isOpening: false, ...(await wrap(fresh, passphrase)) }, key: { id: keyId, key } };
}

/** @throws WrongPassphrase */
export const unlock = async (record: PrivateKeyRecord, passphrase: string): Promise<OpenKey> => ({
  id: record.keyId,
  key: await unwrap(record, passphrase, false),
});

/** @throws WrongPassphrase where `before` is not it */
export async function changePassphrase(
  record: PrivateKeyRecord,
  before: string,
  after: string,
): Promise<PrivateKeyRecord> {
  return { ...record, ...(await wrap(await unwrap(record, before, true), after)) };
}

/** @param what names the document; the key is its owner's alone. @param value anything that JSON can hold */
export async function sealPrivately({ id, key }: OpenKey, what: string, value: unknown): Promise<PrivateEnvelope> {
  const iv = random(IV_BYTES);
  const sealed = await subtle.encrypt(gcm(iv, what), key, encoder.encode(JSON.stringify(value)));
  return { v: 1, key: id, iv: toHex(iv), data: toBase64(new Uint8Array(sealed)) };
}

/** @throws PrivateSealError */
export async function openPrivately({ key }: OpenKey, what: string, { iv, data }: PrivateEnvelope): Promise<unknown> {
  try {
    const opened = await subtle.decrypt(gcm(bytesOf(iv), what), key, fromBase64(data));
    return JSON.parse(decoder.decode(opened));
  } catch {
    throw new PrivateSealError();
  }
}

async function wrap(dataKey: CryptoKey, passphrase: string) {
  const [salt, iv] = [random(SALT_BYTES), random(IV_BYTES)];
  const wrapping = await wrappingKey(passphrase, salt, ITERATIONS);
  const wrapped = await subtle.wrapKey("raw", dataKey, wrapping, gcm(iv, KEY));
  return { iterations: ITERATIONS, salt: toHex(salt), iv: toHex(iv), wrapped: toHex(new Uint8Array(wrapped)) };
}

async function unwrap(record: PrivateKeyRecord, passphrase: string, isReadable: boolean): Promise<CryptoKey> {
  const { salt, iv, wrapped, iterations } = record;
  const wrapping = await wrappingKey(passphrase, bytesOf(salt), iterations);
  try {
    return await subtle.unwrapKey("raw", bytesOf(wrapped), wrapping, gcm(bytesOf(iv), KEY), AES, isReadable, USES);
  } catch {
    throw new WrongPassphrase();
  }
}

/** Keyboards compose letters in two ways; both are the same passphrase. */
async function wrappingKey(passphrase: string, salt: Bytes, iterations: number): Promise<CryptoKey> {
  const typed = encoder.encode(passphrase.normalize("NFKC"));
  const secret = await subtle.importKey("raw", typed, "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return subtle.deriveKey(how, secret, AES, false, ["wrapKey", "unwrapKey"]);
}

function bytesOf(hex: string): Bytes {
  const bytes = fromHex(hex);
  if (!bytes) throw new PrivateSealError();
  return bytes;
}

const toBase64 = (bytes: Bytes): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
