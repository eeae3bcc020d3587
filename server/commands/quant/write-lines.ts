/** How the lines of the quant commands leave. */
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";

const BLOCK = 64 * 1024;

/**
 * Writes lines to a file, or to standard output where there is none, in blocks, each when the one before it has been
 * taken: a slow reader holds the writer up, not the memory. What comes before a line that cannot be read is written.
 */
export async function writeLines(
  lines: AsyncIterable<string> | Iterable<string>,
  path: string | undefined,
): Promise<void> {
  const out = path === undefined ? process.stdout : createWriteStream(path);
  let failure: Error | undefined;
  out.on("error", (error: Error) => {
    failure ??= error;
  });
  const write = (block: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) reject(failure);
      else out.write(block, (error) => (error ? reject(error) : resolve()));
    });
  let block = "";
  try {
    for await (const line of lines) {
      block += line;
      if (block.length < BLOCK) continue;
      await write(block);
      block = "";
    }
  } finally {
    if (failure === undefined) await write(block);
  }
  if (out === process.stdout) return;
  out.end();
  await finished(out);
}
