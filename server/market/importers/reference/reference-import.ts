/** Puts the reference rows of one file into the store. The file is taken as a whole: where it fails, nothing is. */
import { basename } from "node:path";
import { oneLine } from "../../../platform/start-error.ts";
import { differences } from "../../reference/differences.ts";
import { keyOf, type ReferenceRow } from "../../reference/reference-rows.ts";
import type { ReferenceStore } from "../../reference/reference-store.ts";
import { RowError } from "../formats/chain-format.ts";
import { type ImportProgress, type OpenedFile, readFileInto } from "../formats/file-reading.ts";
import type { Need, ReferenceContext, ReferenceFormat } from "../formats/reference-format.ts";
import type { ReferenceReport } from "../report/import-report.ts";

export interface ReferenceImportDeps {
  readonly store: ReferenceStore;
  readonly context: ReferenceContext;
  readonly progress: ImportProgress;
  readonly dryRun: boolean;
  readonly force: boolean;
}

const NEEDS: Readonly<Record<Need, string>> = {
  asOf: "the file does not say of which day it is: give --as-of YYYY-MM-DD",
  index: "the file does not say which index it lists: give --index NAME",
};

/** @returns undefined when the file gave nothing; its own report says why then. */
export async function importReference(
  opened: OpenedFile,
  format: ReferenceFormat,
  { store, context, progress, dryRun, force }: ReferenceImportDeps,
): Promise<ReferenceReport | undefined> {
  const { report, file, header } = opened;
  const { asOf, index } = context;
  const missing = format.needs.find((need) => context[need] === undefined);
  if (missing !== undefined) {
    report.error = `${file.path}: ${NEEDS[missing]}`;
    return undefined;
  }
  // What the format needs is there; what it does not need it does not look at.
  const read = format.createReader(header, { asOf, index } as Parameters<ReferenceFormat["createReader"]>[1]);
  const found = new Map<string, { row: ReferenceRow<typeof format.kind>; line: number }>();
  const isWhole = await readFileInto(
    opened,
    progress,
    (cells, line) => {
      const row = read(cells);
      if (row === undefined) return false;
      if ("expiry" in row && row.seen !== undefined && row.expiry < row.seen)
        throw new RowError(`the expiry ${row.expiry} is before the day of the list, ${row.seen}`);
      const key = keyOf(format.kind, row);
      const earlier = found.get(key);
      if (earlier === undefined) found.set(key, { row, line });
      else if (format.repeats !== true) throw new RowError(`the same as line ${earlier.line}, which counts`);
      else if (JSON.stringify(earlier.row) !== JSON.stringify(row))
        throw new RowError(`lot or tick differ from those of line ${earlier.line}, which count`);
      return true;
    },
    force,
  );
  if (!isWhole) return undefined;
  const rows = [...found.values()].map(({ row }) => row);
  const outcome: ReferenceReport = {
    file: basename(file.path),
    target: `reference/${format.kind}.json`,
    isDryRun: dryRun,
    rows: rows.length,
    added: 0,
    replaced: 0,
    differences: differences(format.kind, rows),
    error: undefined,
  };
  try {
    return { ...outcome, ...(await store.merge(format.kind, rows, dryRun)) };
  } catch (error) {
    return { ...outcome, error: oneLine(error) };
  }
}
