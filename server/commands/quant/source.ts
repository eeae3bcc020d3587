/** CSV on its way in, from a file or standard input, record by record: what is in memory does not grow with it. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { parse } from "csv-parse/sync";
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
 * Every record that is not empty, the header first, in batches. Quoted cells, a byte order mark and CRLF are understood.
 * A table has a million lines, and nearly none has a quote: those are split here, the others by the CSV library.
 * @param path a file, or `-`
 * @throws DataError naming file and line: not there, not CSV, a quote that does not close
 */
export async function* readRecords(
  path: string,
  input: Readable = process.stdin,
): AsyncGenerator<readonly CsvRecord[]> {
  const source = path === STANDARD_INPUT ? input : createReadStream(path, { highWaterMark: 256 * 1024 });
  const fail = (why: string): DataError => new DataError(`${nameOf(path)}: ${why}`);
  const reader = createRecordReader(fail);
  const decoder = new TextDecoder(); // takes a byte order mark away
  try {
    for await (const chunk of source) yield reader.read(decoder.decode(chunk as Buffer, { stream: true }));
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw fail(systemCode(error) === "ENOENT" ? "no such file" : `cannot be read: ${oneLine(error)}`);
  } finally {
    source.destroy();
  }
  yield reader.end();
}

function createRecordReader(fail: (why: string) => DataError) {
  /** The end of the last chunk: a line that goes on. */
  let rest = "";
  /** Lines of a record whose quote has not closed yet. */
  let open = "";
  let line = 0;
  let openedAt = 0;

  function take(text: string, into: CsvRecord[]): void {
    line++;
    const plain = text.endsWith("\r") ? text.slice(0, -1) : text;
    if (open === "") {
      if (plain === "") return;
      if (!plain.includes('"')) {
        into.push({ line, cells: plain.split(","), text: plain });
        return;
      }
      openedAt = line;
    }
    open = open === "" ? plain : `${open}\n${text}`;
    if (open.length > LONGEST_RECORD) throw unclosed();
    if (countQuotes(open) % 2 === 1) return;
    const record = open.endsWith("\r") ? open.slice(0, -1) : open;
    into.push({ line, cells: cellsOf(record), text: record });
    open = "";
  }

  function cellsOf(record: string): readonly string[] {
    try {
      return parse(record, { relax_column_count: true })[0] ?? [];
    } catch (error) {
      throw fail(`line ${openedAt}: not CSV: ${oneLine(error)}`);
    }
  }

  const unclosed = (): DataError => fail(`line ${openedAt}: a quote opens and does not close`);

  return {
    read(text: string): readonly CsvRecord[] {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      const records: CsvRecord[] = [];
      for (const one of lines) take(one, records);
      return records;
    },
    /** What stands behind the last line end. */
    end(): readonly CsvRecord[] {
      const records: CsvRecord[] = [];
      if (rest !== "") take(rest, records);
      if (open !== "") throw unclosed();
      return records;
    },
  };
}

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count++;
  return count;
}
