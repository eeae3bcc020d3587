/** The manifest of an archived day as JSON, and a cache of those that were read. */
import { z } from "zod";
import { EXCHANGES } from "#contract/domain/instruments.ts";
import { oneLine } from "../../platform/start-error.ts";
import { storedDate as date } from "../stored-date.ts";
import type { DayManifest } from "./archive.ts";
import { ArchiveError } from "./archive-error.ts";
import { type DayKey, manifestKey } from "./layout.ts";
import type { ObjectStore } from "./object-store.ts";

const VERSION = 1;

const positive = z.number().positive();

const schema = z.object({
  version: z.literal(VERSION, `this Strikeboard knows version ${VERSION} only`),
  source: z.enum(["sim", "import", "kite"]),
  date,
  origin: z.string(),
  cadence: positive,
  symbols: z.array(
    z.object({
      symbol: z.string().min(1),
      exchange: z.enum(EXCHANGES),
      lotSize: positive,
      strikeStep: positive,
      freezeQty: positive,
      ticks: z.object({ option: positive.optional(), future: positive.optional() }).optional(),
      expiries: z.array(date),
      futureExpiries: z.array(date),
      // JSON has no undefined: an unknown figure is left out.
      prevClose: z
        .number()
        .optional()
        .transform((value) => value),
      sd: z
        .number()
        .optional()
        .transform((value) => value),
    }),
  ),
  rooms: z.array(z.object({ room: z.string().min(1), bytes: positive, checksum: z.string().regex(/^[0-9a-f]{64}$/) })),
  lacking: z.record(z.string(), z.string().regex(/^[0-3]*$/)).optional(),
});

export const manifestBytes = (manifest: DayManifest): Buffer =>
  Buffer.from(`${JSON.stringify({ version: VERSION, ...manifest }, undefined, 2)}\n`);

/** @throws ArchiveError naming the file. */
function parseManifest(path: string, text: string, { source, date: day }: DayKey): DayManifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ArchiveError(`${path} is damaged: ${oneLine(error)}`);
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const { path: where, message } = parsed.error.issues[0];
    throw new ArchiveError(`${path} is damaged: ${where.join(".")}: ${message}`);
  }
  const { version: _, symbols, ...rest } = parsed.data;
  if (rest.source !== source || rest.date !== day) {
    throw new ArchiveError(`${path} is of another day (${rest.source} ${rest.date})`);
  }
  return { ...rest, symbols: symbols.map((facts) => ({ ...facts, prevClose: facts.prevClose, sd: facts.sd })) };
}

interface Entry {
  readonly version: string;
  readonly manifest: DayManifest | ArchiveError;
}

/** Manifests by key. One is read again only when it is another version than before. */
export class ManifestCache {
  readonly #entries = new Map<string, Entry>();
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** @returns undefined when there is no such day; the error when its manifest is damaged. */
  async read(day: DayKey): Promise<DayManifest | ArchiveError | undefined> {
    const key = manifestKey(day);
    try {
      const version = await this.#store.version(key);
      const known = this.#entries.get(key);
      if (known !== undefined && known.version === version) return known.manifest;
      const stored = version === undefined ? undefined : await this.#store.read(key);
      if (stored === undefined) {
        this.#entries.delete(key);
        return undefined;
      }
      const manifest = parsedOrError(this.#store.nameOf(key), stored.bytes.toString("utf8"), day);
      this.#entries.set(key, { version: stored.version, manifest });
      return manifest;
    } catch (error) {
      this.#entries.delete(key);
      if (error instanceof ArchiveError) return error;
      return new ArchiveError(`Cannot read ${this.#store.nameOf(key)}: ${oneLine(error)}`, { cause: error });
    }
  }
}

function parsedOrError(path: string, text: string, day: DayKey): DayManifest | ArchiveError {
  try {
    return parseManifest(path, text, day);
  } catch (error) {
    if (error instanceof ArchiveError) return error;
    throw error;
  }
}
