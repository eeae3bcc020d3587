/** CSV on its way in, from a file or standard input, record by record: what is in memory does not grow with it. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { oneLine, systemCode } from "../../platform/start-error.ts";

export interface CsvRecord {
  /** Where it ends; the header of most files is line 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** As it stands in the file, without its line end. */
  readonly text: string;
}

/** What was read cannot be worked with; the message names the file and, where there is one, the line. */
export class DataError extends Error {}

/** Longer than any line: a quote that never closes must not swallow the rest of the file. */
const LONGEST_RECORD = 65_536;

export const STANDARD_INPUT = "-";

/** How messages call it. */
export const nameOf = (path: string): string => (path === STANDARD_INPUT ? "standard input" : path);

/**
 * Every record that is not empty, the header first. Quoted cells, a byte order mark and CRLF are understood.
 * @param path a file, or `-`
 * @throws DataError naming file and line: not there, not CSV, a quote that does not close
 */
export async function* readRecords(path: string, input: Readable = process.stdin): AsyncGenerator<CsvRecord> {
  const source = path === STANDARD_INPUT ? input : createReadStream(path, { highWaterMark: 256 * 1024 });
  let last = 0;
  const parser = parse({
    bom: true,
    info: true,
    raw: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LONGEST_RECORD,
    // Told when it is parsed, not when it is taken: after an error nothing more is.
    on_record: (record: string[], { lines }) => {
      last = lines;
      return record;
    },
  });
  let failure: unknown;
  source.on("error", (error: Error) => {
    failure = error;
    parser.destroy(error);
  });
  source.pipe(parser);
  try {
    for await (const { record, raw, info } of parser as AsyncIterable<{ record: string[]; raw: string; info: Info }>) {
      // The empty lines before it come along in parts.
      yield { line: info.lines, cells: record, text: raw.replace(/^[\r\n]+|[\r\n]+$/g, "") };
    }
  } catch (error) {
    throw new DataError(`${nameOf(path)}: ${reasonOf(failure ?? error, last)}`);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function reasonOf(error: unknown, last: number): string {
  if (systemCode(error) === "ENOENT") return "no such file";
  if (!(error instanceof CsvError)) return `cannot be read: ${oneLine(error)}`;
  const line = typeof error["lines"] === "number" ? error["lines"] : last + 1;
  const isOpen = error.code === "CSV_MAX_RECORD_SIZE" || error.code === "CSV_QUOTE_NOT_CLOSED";
  return isOpen ? `line ${last + 1}: a quote opens and does not close` : `line ${line}: not CSV: ${oneLine(error)}`;
}
