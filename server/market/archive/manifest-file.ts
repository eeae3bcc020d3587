/** The manifest of an archived day as JSON on disk, and a cache of those that were read. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Source } from "#contract/domain/columns.ts";
import { EXCHANGES } from "#contract/domain/instruments.ts";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";
import { oneLine, systemCode } from "../../platform/start-error.ts";
import type { DayManifest } from "./archive.ts";
import { ArchiveError } from "./archive-error.ts";
import { dayFolder, MANIFEST } from "./layout.ts";

const VERSION = 1;

const date = z.string().transform((text, context) => {
  try {
    return isoDate(text);
  } catch {
    context.addIssue({ code: "custom", message: `not a date: ${text}` });
    return z.NEVER;
  }
});
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
});

export const manifestBytes = (manifest: DayManifest): Buffer =>
  Buffer.from(`${JSON.stringify({ version: VERSION, ...manifest }, undefined, 2)}\n`);

/** @throws ArchiveError naming the file. */
function parseManifest(path: string, text: string, source: Source, day: IsoDate): DayManifest {
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
  /** What tells one version of a file from the next. */
  readonly identity: string;
  readonly manifest: DayManifest | ArchiveError;
}

/** Manifests by path. A file is read again only when it is another one than before. */
export class ManifestCache {
  readonly #entries = new Map<string, Entry>();
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** @returns undefined when there is no such day; the error when its manifest is damaged. */
  async read(source: Source, day: IsoDate): Promise<DayManifest | ArchiveError | undefined> {
    const path = join(dayFolder(this.#root, source, day), MANIFEST);
    try {
      const { ino, mtimeMs, size } = await stat(path);
      const identity = `${ino} ${mtimeMs} ${size}`;
      const known = this.#entries.get(path);
      if (known?.identity === identity) return known.manifest;
      const manifest = parsedOrError(path, await readFile(path, "utf8"), source, day);
      this.#entries.set(path, { identity, manifest });
      return manifest;
    } catch (error) {
      this.#entries.delete(path);
      const code = systemCode(error);
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      return new ArchiveError(`Cannot read ${path}: ${oneLine(error)}`, { cause: error });
    }
  }
}

function parsedOrError(path: string, text: string, source: Source, day: IsoDate): DayManifest | ArchiveError {
  try {
    return parseManifest(path, text, source, day);
  } catch (error) {
    if (error instanceof ArchiveError) return error;
    throw error;
  }
}
