/** `npm run admin` and `npm run market`, as they are built, on a data folder of the tests. */
import { once } from "node:events";
import { dirname, join } from "node:path";
import { QUICK_START } from "../../server/testing/processes/quick-start.ts";
import { run, SERVER } from "./product.ts";

/** On a folder that no server has open. @returns what it prints. @throws Error with that when it fails. */
export const administer = (folder: string, ...words: readonly string[]): Promise<string> =>
  printed("admin", words, { DATA_DIR: folder });

/** Also beside a running server. @param files with their folders. @returns, @throws as `administer` */
export const importFiles = (folder: string, ...files: readonly string[]): Promise<string> =>
  printed("market", ["import", ...files, "--data-dir", folder]);

async function printed(name: string, words: readonly string[], env = {}): Promise<string> {
  const child = run(env, join(dirname(SERVER), `${name}.js`), words, QUICK_START);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes: Buffer) => (text += bytes.toString()));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${name} ${words.join(" ")}: ${text}`);
  return text;
}
