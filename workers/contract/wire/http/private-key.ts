/**
 * What is private by choice: the user's browser seals it under a key that the server never has. The server keeps that key
 * wrapped by the user's passphrase, and sees to it that no legs lie open by mistake.
 */
import { z } from "zod";
import { defineCall } from "./call.ts";
import { PRIVATE_KEY_PATH } from "./strategy-path.ts";

const hex = (bytes: number) =>
  z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`), `must be ${bytes} bytes in hex`);

/** AES-256-GCM of JSON. What it is additionally bound to, its id, says the browser's `private-seal.ts`. */
export const PrivateEnvelope = z.strictObject({
  v: z.literal(1),
  iv: hex(12),
  /** Base64 of the ciphertext with its tag. */
  data: z.base64(),
});
export type PrivateEnvelope = z.infer<typeof PrivateEnvelope>;

/** The user's data key, wrapped: AES-256-GCM under PBKDF2-SHA-256 of the passphrase. */
export const PrivateKeyRecord = z.strictObject({
  /** SHA-256 of the data key, which is random: another key cannot take its place unseen. */
  keyId: hex(32),
  iterations: z.number().int().min(600_000).max(10_000_000),
  salt: hex(16),
  iv: hex(12),
  /** The key and GCM's tag. */
  wrapped: hex(48),
  /** It is being turned off: what is saved from now on lies open, and what is sealed is opened one by one. */
  isOpening: z.boolean(),
});
export type PrivateKeyRecord = z.infer<typeof PrivateKeyRecord>;

const success = z.object({ status: z.literal("success") });

export const loadPrivateKey = defineCall({
  method: "get",
  path: PRIVATE_KEY_PATH,
  summary: "The user's data key, wrapped by the passphrase; null where nothing is private by choice",
  access: "user",
  response: z.object({ key: PrivateKeyRecord.nullable() }),
});

export const savePrivateKey = defineCall({
  method: "post",
  path: PRIVATE_KEY_PATH,
  summary:
    "Begin to seal strategies, wrap their key by another passphrase, or begin to open them; another key is refused (409)",
  access: "user",
  body: z.strictObject({ key: PrivateKeyRecord }),
  response: success,
});

export const deletePrivateKey = defineCall({
  method: "delete",
  path: PRIVATE_KEY_PATH,
  summary: "Forget the wrapped key; refused (409) as long as a strategy is sealed under it",
  access: "user",
  response: success,
});
