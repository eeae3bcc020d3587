/** The environment of this process, as main.ts and the commands read it: all of them mean the same server. */
import { existsSync, readFileSync } from "node:fs";
import { type Env, parseEnv, type RawEnv } from "./env.ts";

/** With `.env` of the working folder, which replaces nothing that is set already. */
export function readEnvironment(): RawEnv {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return process.env;
}

/** Parsed. @throws StartError naming every wrong variable in one line. */
export const readEnv = (): Env => parseEnv(readEnvironment(), readText);

/** The text of a file that a `{NAME}_FILE` variable names. */
export const readText = (path: string): string => readFileSync(path, "utf8");
