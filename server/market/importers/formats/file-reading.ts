/** Reads a file line by line into whatever its format becomes: bad lines are reported, a bad file is an error. */
import { oneLine } from "../../../platform/start-error.ts";
import type { FileReport } from "../report/import-report.ts";
import { ImportError, MOST_BAD, RowError } from "./chain-format.ts";
import { readCsvLines } from "./csv-file.ts";
import type { CsvFile } from "./csv-lines.ts";

export interface ImportProgress {
  begin(name: string, bytes: number): void;
  /** `bytes` of the file are read, on disk; `lines` so far. */
  update(bytes: number, lines: number): void;
  end(): void;
}

/** A file whose header is known. */
export interface OpenedFile {
  readonly file: CsvFile;
  readonly header: readonly string[];
  readonly report: FileReport;
}

/**
 * Takes a line. @returns false for one that is about something the product does not show.
 * @throws RowError when the line is bad; ImportError when the file is.
 */
export type TakeLine = (cells: readonly string[], number: number) => boolean;

/** How many lines pass between two looks at the progress. */
const PROGRESS_LINES = 500;

/** @param force takes the rest of a file of which too much is bad. @returns whether the file was read to its end and something of it could be used; if not, the report says why. */
export async function readFileInto(
  { file, header, report }: OpenedFile,
  progress: ImportProgress,
  take: TakeLine,
  force = false,
): Promise<boolean> {
  let bytes = 0;
  progress.begin(file.name, file.bytes);
  try {
    const lines = readCsvLines(
      file,
      (line, reason) => {
        report.lines++;
        report.reject(line, reason);
      },
      (read) => {
        bytes = read;
      },
    );
    for await (const { number, cells } of lines) {
      if (number === 1) continue;
      report.lines++;
      if (report.lines % PROGRESS_LINES === 0) progress.update(bytes, report.lines);
      takeLine(cells, number, header.length, report, take);
    }
    if (report.imported === 0)
      throw new ImportError(`${file.path}: none of its ${report.lines} rows could be imported`);
    if (!force && report.rejected > report.lines * MOST_BAD)
      throw new ImportError(
        `${file.path}: ${report.rejected} of its ${report.lines} rows are rejected, more than ${MOST_BAD * 100} %: nothing of it is imported (--force imports the others)`,
      );
  } catch (error) {
    report.error = error instanceof ImportError ? error.message : `${file.path}: ${oneLine(error)}`;
  } finally {
    progress.update(bytes, report.lines);
    progress.end();
  }
  return report.error === undefined;
}

function takeLine(cells: readonly string[], number: number, width: number, report: FileReport, take: TakeLine): void {
  try {
    if (cells.length !== width) throw new RowError(`it has ${cells.length} cells, the header has ${width}`);
    if (take(cells, number)) report.imported++;
    else report.passed++;
  } catch (error) {
    if (error instanceof RowError) report.reject(number, error.message);
    else if (error instanceof ImportError) throw new ImportError(`${report.path}: line ${number}: ${error.message}`);
    else throw error;
  }
}
