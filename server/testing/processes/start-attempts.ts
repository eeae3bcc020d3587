/**
 * A process that starts the server in one environment after another, as main.ts does, and tells in a line each what came of
 * it: to load the server takes longer than to find out why it cannot start.
 *
 *     node start-attempts.js '[{"FEED":"none"}]'
 */
import { startServer } from "../../compose.ts";
import { parseEnv } from "../../platform/env/env.ts";
import { readText } from "../../platform/env/read-environment.ts";
import { silentLog } from "../../platform/log.ts";
import { oneLine } from "../../platform/start-error.ts";

async function attempt(env: Record<string, string>): Promise<string> {
  try {
    const server = await startServer(parseEnv(env, readText), silentLog, (error) => console.error(oneLine(error)));
    await server.stop();
    return "started";
  } catch (error) {
    return oneLine(error);
  }
}

for (const env of JSON.parse(process.argv[2] ?? "[]")) console.log(await attempt(env));
process.exit(0);
