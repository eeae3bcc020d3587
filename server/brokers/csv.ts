/** Large CSV lists, read in pieces with turns of the event loop between them. */
import { Readable } from "node:stream";
import { type Options, parse } from "csv-parse";

/** Characters that are read between two turns of the event loop. */
const PIECE = 64 * 1024;

/** @throws the parser's error for what is no CSV. */
export async function* readCsv(csv: string, options: Options): AsyncGenerator<unknown> {
  const parser = parse({ bom: true, skip_empty_lines: true, relax_column_count: true, ...options });
  for await (const line of Readable.from(piecesOf(csv)).pipe(parser)) yield line;
}

function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += PIECE) yield text.slice(from, from + PIECE);
}
