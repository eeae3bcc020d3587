/** Reference rows on disk: `{data folder}/reference/{kind}.json`, each checked when it is read and written whole. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { oneLine, systemCode } from "../../platform/start-error.ts";
import { ArchiveError } from "../archive/archive-error.ts";
import { writeAtomically } from "../archive/atomic-write.ts";
import { takeWriterLock } from "../archive/writer-lock.ts";
import {
  keyOf,
  REFERENCE,
  REFERENCE_KINDS,
  type ReferenceKind,
  type ReferenceRow,
  type ReferenceRows,
} from "./reference-rows.ts";

const VERSION = 1;

export interface Merge {
  readonly added: number;
  /** Rows that were there with other facts. */
  readonly replaced: number;
}

export interface ReferenceStore {
  /** @throws ArchiveError naming the file when it is damaged. */
  read<Kind extends ReferenceKind>(kind: Kind): Promise<readonly ReferenceRow<Kind>[]>;
  /** Every kind; empty lists where nothing was imported. @throws ArchiveError */
  readAll(): Promise<ReferenceRows>;
  /** Adds rows to those that are there. @throws ArchiveError */
  merge<Kind extends ReferenceKind>(kind: Kind, rows: readonly ReferenceRow<Kind>[], dryRun: boolean): Promise<Merge>;
}

/** @param folder the data folder's `reference`; made when the first rows are written. */
export function createReferenceStore(folder: string): ReferenceStore {
  const pathOf = (kind: ReferenceKind): string => join(folder, `${kind}.json`);

  const store: ReferenceStore = {
    async read(kind) {
      const path = pathOf(kind);
      try {
        const schema = z.object({ version: z.literal(VERSION), rows: z.array(REFERENCE[kind]) });
        const parsed = schema.safeParse(JSON.parse(await readFile(path, "utf8")));
        if (!parsed.success) {
          const { path: where, message } = parsed.error.issues[0];
          throw new Error(`${where.join(".")}: ${message}`);
        }
        return parsed.data.rows as readonly ReferenceRow<typeof kind>[];
      } catch (error) {
        if (systemCode(error) === "ENOENT") return [];
        throw new ArchiveError(`${path} is damaged: ${oneLine(error)}`, { cause: error });
      }
    },

    async readAll() {
      const entries = await Promise.all(REFERENCE_KINDS.map(async (kind) => [kind, await store.read(kind)] as const));
      return Object.fromEntries(entries) as unknown as ReferenceRows;
    },

    async merge(kind, rows, dryRun) {
      const merge = async (): Promise<Merge & { all: readonly ReferenceRow<typeof kind>[] }> => {
        const known = new Map((await store.read(kind)).map((row) => [keyOf(kind, row), row]));
        let added = 0;
        let replaced = 0;
        for (const row of rows) {
          const key = keyOf(kind, row);
          const there = known.get(key);
          if (there === undefined) added++;
          else if (text(there) !== text(row)) replaced++;
          known.set(key, row);
        }
        const all = [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
        return { added, replaced, all };
      };
      if (dryRun) return merge();
      const release = await takeWriterLock(folder);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const { all, ...counts } = await merge();
        if (counts.added + counts.replaced > 0) {
          const lines = all.map((row) => JSON.stringify(row)).join(",\n");
          await writeAtomically(pathOf(kind), Buffer.from(`{"version":${VERSION},"rows":[\n${lines}\n]}\n`));
        }
        return counts;
      } finally {
        await release();
      }
    },
  };
  return store;
}

/** The same facts give the same text, whatever the order of the fields. */
const text = (row: object): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
