/** The server's processes and those of the tests as the server's build makes them: started often, they spend no time on being translated. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "../../bundle.mjs";
import { embeddedTemplate } from "./databases.ts";
import { madeOnce } from "./made-once.ts";

const OF_TESTS = [
  new URL("./journal-writer.ts", import.meta.url),
  new URL("./order-sender.ts", import.meta.url),
  new URL("./start-attempts.ts", import.meta.url),
].map((url) => fileURLToPath(url));

/**
 * Made when it is asked for first, once for all files of a run.
 * @param name of the server's `main.ts`, of a command, or of a process of the tests: 'main', 'market', 'order-sender'
 * @returns the path of what node is to run
 */
export async function bundledProcess(name: string): Promise<string> {
  const bundles = process.env["TEST_BUNDLES"];
  if (bundles === undefined) throw new Error("whole-run.ts says where bundles of the tests stand");
  const built = await madeOnce(join(bundles, "built"), async (draft) => {
    await bundle(join(draft, "server"), { also: OF_TESTS });
    // As the build leaves it: to create a database takes a first start seconds.
    cpSync(await embeddedTemplate("none"), join(draft, "empty-database"), { recursive: true });
  });
  return join(built, "server", `${name}.js`);
}
