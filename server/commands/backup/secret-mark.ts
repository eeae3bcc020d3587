/** Tells one master secret from another without telling it: a restore can see whether what is sealed will open. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openSecrets } from "../../platform/secrets.ts";
import { SECRETS_FILE } from "./layout.ts";

/** @returns undefined where there is none yet, configured or generated. */
export function secretMark(appSecret: string | undefined, dataDir: string): string | undefined {
  if (appSecret === undefined && !existsSync(join(dataDir, SECRETS_FILE))) return undefined;
  return openSecrets(appSecret, dataDir).derive("backup mark", "").toString("hex").slice(0, 16);
}
