/**
 * What is private by choice: the user's browser seals it under a key that the server never has. The server keeps that key
 * wrapped by the user's passphrase, and sees to it that nothing lies open by mistake.
 */
import { z } from "zod";
import { PRIVATE_HOLDERS } from "../sealed-purposes.ts";
import { defineCall } from "./call.ts";
import { PRIVATE_COUNTS_PATH, PRIVATE_KEY_PATH } from "./private-path.ts";

const hex = (bytes: number) =>
  z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`), `must be ${bytes} bytes in hex`);

/** AES-256-GCM of JSON. What it is additionally bound to says the browser's `private-seal.ts`. */
export const PrivateEnvelope = z.strictObject({
  v: z.literal(1),
  /** The id of the key that opens it: what was sealed under a key of before is refused. The first release wrote none. */
  key: hex(32).optional(),
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
/** Counts the writes of the record; 0 where there is none. */
const revision = z.number().int().min(0);

export const loadPrivateKey = defineCall({
  method: "get",
  path: PRIVATE_KEY_PATH,
  summary: "The user's data key, wrapped by the passphrase; null where nothing is private by choice",
  access: "user",
  response: z.object({
    key: PrivateKeyRecord.nullable(),
    revision,
    /** Why this account can have none; null where it can. */
    refusal: z.string().nullable(),
  }),
});

export const savePrivateKey = defineCall({
  method: "post",
  path: PRIVATE_KEY_PATH,
  summary:
    "Begin to seal, wrap the key by another passphrase, or begin to open; refused (409) where another revision is kept, or another key",
  access: "user",
  body: z.strictObject({ key: PrivateKeyRecord, revision }),
  response: success,
  refusals: [409],
});

export const deletePrivateKey = defineCall({
  method: "delete",
  path: PRIVATE_KEY_PATH,
  summary:
    "Forget the wrapped key; refused (409) as long as something is sealed under it, unless that is dropped with it",
  access: "user",
  body: z.strictObject({
    /** What is sealed is deleted, too: of a passphrase that is lost nothing else can come. */
    dropsSealed: z.boolean(),
  }),
  response: success,
  refusals: [409],
});

export const countPrivate = defineCall({
  method: "get",
  path: PRIVATE_COUNTS_PATH,
  summary: "How much is sealed under the user's own key, and how much lies open",
  access: "user",
  response: z.object({
    holders: z.array(z.object({ name: z.enum(PRIVATE_HOLDERS), sealed: z.number(), open: z.number() })),
  }),
});
