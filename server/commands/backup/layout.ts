/**
 * What a backup is: a gzipped tar, so that any tar can look into it.
 *
 *     manifest.json            first: what made it, and what the database was
 *     database/{table}/{n}     rows of a table, a JSON array each, in PostgreSQL's own JSON of a row
 *     files/{path}             files of the data folder: journal, archive, reference data, secrets if asked for
 *     contents.json            last: size and SHA-256 of every other entry, and rows by table
 *
 * A file without its last entry was not finished; one that differs from it is damaged.
 */
import { z } from "zod";

/** Raised when an older restore would misread what a newer backup wrote. */
export const FORMAT = 1;
export const MANIFEST = "manifest.json";
export const CONTENTS = "contents.json";
export const TABLES = "database/";
export const FILES = "files/";
export const SECRETS_FILE = "secrets.json";

/** Only this much is looked at before it is known whether this Strikeboard can read the rest. */
export const ManifestHead = z.looseObject({ product: z.literal("strikeboard"), format: z.number().int() });

export const Manifest = ManifestHead.extend({
  /** ISO 8601. */
  madeAt: z.string(),
  /** Of the data folder's layout. */
  dataVersion: z.number().int(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Tells one master secret from another, and nothing else of it; null where the server never had one. */
  secret: z.string().nullable(),
  /** Where finished days are when they are not among the files. */
  bucket: z.string().nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

export const Contents = z.object({
  entries: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
  /** Every table, also empty ones. */
  rows: z.record(z.string(), z.number()),
});
export type Contents = z.infer<typeof Contents>;
