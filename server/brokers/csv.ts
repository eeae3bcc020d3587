/** Large CSV lists, read in pieces with turns of the event loop between them. */
import { Readable } from "node:stream";
import { type Options, parse } from "csv-parse";

/** Characters that are read between two turns of the event loop. */
const PIECE = 64 * 1024;

/**
 * Its lines, one after another: only a piece of the list is in memory at a time.
 * @param csv its text, or its bytes as they come. @throws the parser's error for what is no CSV, and what the bytes throw.
 */
export async function* readCsv(csv: string | AsyncIterable<Uint8Array>, options: Options): AsyncGenerator<unknown> {
  const parser = parse({ bom: true, skip_empty_lines: true, relax_column_count: true, ...options });
  const source = Readable.from(typeof csv === "string" ? piecesOf(csv) : csv, { objectMode: true });
  source.on("error", (error) => parser.destroy(error));
  try {
    for await (const line of source.pipe(parser)) yield line;
  } finally {
    source.destroy();
  }
}

function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += PIECE) yield text.slice(from, from + PIECE);
}
