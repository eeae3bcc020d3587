/**
 * A CSV file, plain or gzip, as a stream of lines with their numbers: what is in memory does not grow with the file.
 * A list in JSON is read as if it were one (json-list.ts).
 */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import { CsvError, type Info, parse } from "csv-parse";
import { oneLine, systemCode } from "../../../platform/start-error.ts";
import { ImportError } from "./chain-format.ts";
import type { CsvFile, CsvLine } from "./csv-lines.ts";
import { readJsonList } from "./json-list.ts";

/** @throws ImportError naming the file when it cannot be read. */
export async function openCsvFile(path: string): Promise<CsvFile> {
  try {
    const file = await open(path, "r");
    try {
      const stat = await file.stat();
      if (!stat.isFile()) throw new ImportError(`${path}: not a file`);
      if (stat.size === 0) throw new ImportError(`${path}: the file is empty`);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(PEEKED_BYTES), 0, PEEKED_BYTES, 0);
      if (buffer[0] === 0x50 && buffer[1] === 0x4b) throw new ImportError(`${path}: a zip archive: unpack it first`);
      const isGzip = buffer[0] === 0x1f && buffer[1] === 0x8b;
      const isJson = startsJson(buffer.subarray(0, bytesRead), isGzip);
      return { path, name: basename(path), bytes: stat.size, isGzip, isJson };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    if (systemCode(error) === "ENOENT") throw new ImportError(`${path}: no such file`);
    throw new ImportError(`${path}: cannot be read: ${oneLine(error)}`);
  }
}

/** Enough to see how the text begins. */
const PEEKED_BYTES = 4096;

function startsJson(start: Buffer, isGzip: boolean): boolean {
  try {
    const text = isGzip ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start;
    return /^\uFEFF?\s*[[{]/.test(text.toString("utf8"));
  } catch {
    // Damaged gzip data are told, with their line, when the file is read.
    return false;
  }
}

/** Longer than any line: a quote that never closes must not swallow the rest of the file. */
const LONGEST_LINE = 65_536;

/**
 * Every line that is not empty, the header first. Lines that are not CSV go to `onBadLine`.
 * @param onBytes told how much of the file has been read, in bytes on disk.
 * @throws ImportError naming file and line when the file ends early or is damaged.
 */
export async function* readCsvLines(
  file: CsvFile,
  onBadLine: (line: number, reason: string) => void = () => undefined,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<CsvLine> {
  if (file.isJson) {
    yield* readJsonList(file);
    return;
  }
  const source = createReadStream(file.path, { highWaterMark: 256 * 1024 });
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    skip_records_with_error: true,
    max_record_size: LONGEST_LINE,
    on_skip: (error) => {
      // It has swallowed everything after it, so this is no single bad line.
      if (error?.code === "CSV_QUOTE_NOT_CLOSED") quote = error;
      else if (error !== undefined) onBadLine(lineOf(error), oneLine(error));
      return undefined;
    },
  });
  let last = 0;
  let failure: unknown;
  let quote: CsvError | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
    parser.destroy(error);
  };
  source.on("error", fail);
  if (file.isGzip) source.pipe(createGunzip().on("error", fail)).pipe(parser);
  else source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      last = info.lines;
      onBytes(source.bytesRead);
      yield { number: info.lines, cells: record };
    }
    if (quote !== undefined) throw quote;
  } catch (error) {
    throw new ImportError(`${file.path}: line ${last + 1}: ${reasonOf(failure ?? error, file)}`);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

const lineOf = (error: Error): number =>
  error instanceof CsvError && typeof error["lines"] === "number" ? error["lines"] : 0;

function reasonOf(error: unknown, file: CsvFile): string {
  const code = systemCode(error);
  if (code === "Z_BUF_ERROR") return "the gzip data end in the middle: the file was cut off, fetch it again";
  if (code === "Z_DATA_ERROR") return `the gzip data are damaged (${oneLine(error)}): fetch the file again`;
  if (code === "CSV_MAX_RECORD_SIZE" || code === "CSV_QUOTE_NOT_CLOSED") return "a quote opens and does not close";
  return `${file.isGzip ? "the file" : "the text"} cannot be read: ${oneLine(error)}`;
}
