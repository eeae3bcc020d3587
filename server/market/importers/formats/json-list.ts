/**
 * A list in JSON as lines: the names of all its items' fields are the header, an item is a line. The list may be the
 * document itself, its `data`, the `data` of its `response` (as a recorder of a broker's replies keeps it), or its `FO`
 * (of a reply by segment: equity derivatives).
 */
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import { oneLine, systemCode } from "../../../platform/start-error.ts";
import { ImportError } from "./chain-format.ts";
import type { CsvFile, CsvLine } from "./csv-lines.ts";

const item = z.record(z.string(), z.unknown());
const list = z.array(item).min(1);
const document = z.union([
  list,
  z.object({ data: list }).transform(({ data }) => data),
  z.object({ response: z.object({ data: list }) }).transform(({ response }) => response.data),
  z.object({ FO: list }).transform(({ FO }) => FO),
]);

/** Line 1 is the header, item 1 is line 2. @throws ImportError naming the file. */
export async function* readJsonList(file: CsvFile): AsyncGenerator<CsvLine> {
  const parsed = document.safeParse(await parse(file));
  if (!parsed.success) throw new ImportError(`${file.path}: line 1: the JSON holds no list of items`);
  const header = [...new Set(parsed.data.flatMap(Object.keys))];
  yield { number: 1, cells: header };
  for (const [index, fields] of parsed.data.entries()) {
    yield { number: index + 2, cells: header.map((name) => text(fields[name])) };
  }
}

async function parse(file: CsvFile): Promise<unknown> {
  try {
    const bytes = await readFile(file.path);
    return JSON.parse((file.isGzip ? await promisify(gunzip)(bytes) : bytes).toString("utf8"));
  } catch (error) {
    if (systemCode(error) === "Z_BUF_ERROR")
      throw new ImportError(`${file.path}: the gzip data end in the middle: the file was cut off, fetch it again`);
    throw new ImportError(`${file.path}: the JSON cannot be read: ${oneLine(error)}`);
  }
}

/** A value as a cell; what is no plain value (a list, an object) is empty. */
const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
