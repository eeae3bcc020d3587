/** Large CSV lists, read in pieces with turns of the event loop between them. */
import { Readable } from "node:stream";
import { type Options, parse } from "csv-parse";
import { type Bytes, listOf } from "./packed-lists.ts";
import { BrokerError } from "./port.ts";

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

interface CsvList<Row> {
  /** The broker's, for what is said of failures. */
  readonly name: string;
  /** A column that every list of it has: without it, what came is an error page or another list. */
  readonly column: string;
  /** undefined for a line that makes no sense, or is of no interest: it is left out. */
  readonly rowOf: (line: unknown) => Row | undefined;
}

/** The rows of a list of instruments that begins with the names of its columns. @throws BrokerError for what is no list */
export async function* readCsvList<Row>(
  csv: string | Bytes,
  { name, column, rowOf }: CsvList<Row>,
): AsyncGenerator<Row> {
  let isList = false;
  const columns = (header: string[]): string[] => {
    isList = header.includes(column);
    return header;
  };
  for await (const line of listOf(name, readCsv(csv, { columns }))) {
    if (!isList) break;
    const row = rowOf(line);
    if (row) yield row;
  }
  if (!isList) throw new BrokerError("away", `${name} sent no list of instruments`);
}
