/** Databases that all test processes copy, since making one takes seconds. They stay from run to run. */
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Folder of the templates. */
export const TEMPLATES = fileURLToPath(new URL("../../../node_modules/.cache/strikeboard/", import.meta.url));

/** Makes `template` of a database that has ended. Whoever loses the race to make it uses the winner's. @returns its path */
export function keepTemplate(database: string, template: string): string {
  mkdirSync(TEMPLATES, { recursive: true });
  const copy = `${template}.${process.pid}`;
  execFileSync("cp", ["-a", database, copy]); // keeps owner and rights, on which PostgreSQL insists
  try {
    renameSync(copy, template);
  } catch {
    rmSync(copy, { recursive: true, force: true });
  }
  return template;
}
