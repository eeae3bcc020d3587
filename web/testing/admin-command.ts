/** `npm run admin`, as it is built, on a data folder that no server has open. */
import { dirname, join } from "node:path";
import { exitOf, MARKET_COMMAND, run } from "./product.ts";

const ADMIN_COMMAND = join(dirname(MARKET_COMMAND), "admin.js");

/** @returns what it prints. @throws Error with that when it fails. */
export async function administer(folder: string, ...words: readonly string[]): Promise<string> {
  const child = run({ DATA_DIR: folder }, ADMIN_COMMAND, words);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes: Buffer) => (text += bytes.toString()));
  if ((await exitOf(child)) !== 0) throw new Error(`admin ${words.join(" ")}: ${text}`);
  return text;
}
