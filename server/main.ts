/** The process: reads the environment, starts the server, prints where it is, and stops it when asked to. */
import { type RunningServer, startServer } from "./compose.ts";
import { DEMO } from "./modules/accounts/embedded-accounts.ts";
import type { Env } from "./platform/env/env.ts";
import { readEnv } from "./platform/env/read-environment.ts";
import { createLog } from "./platform/log.ts";
import { MAILBOX_PATH } from "./platform/mail/mailbox-page.ts";
import { oneLine } from "./platform/start-error.ts";

/** Longer than any orderly stop takes; then the process ends anyway, and the journal has what matters. */
const STOP_MS = 10_000;

function announce(server: RunningServer, env: Env): void {
  const isFeed = env.role === "feed";
  const lines = [isFeed ? `Strikeboard's feed is up; ${server.url}/readyz` : `Strikeboard is ready at ${server.url}`];
  if (env.demo && !isFeed) lines.push(`  Demo login:  ${DEMO.email}, password ${DEMO.password}`);
  if (server.newAdmin) {
    lines.push(`  Admin login: ${server.newAdmin.email}, password ${server.newAdmin.password} (told this once only)`);
  }
  if (env.mail.smtpUrl === undefined && !isFeed)
    lines.push(`  Mailbox:     ${server.url}${MAILBOX_PATH} (no SMTP_URL)`);
  lines.push(`  Market data: ${server.feed}`, `  Data folder: ${env.dataDir}`);
  console.log(lines.join("\n"));
}

async function main(): Promise<void> {
  const env = readEnv();
  const log = createLog(env.logLevel);
  let server: RunningServer | undefined;
  let stopping = false;

  const stop = async (exitCode: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    process.exitCode = exitCode;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await server?.stop();
    process.exit(exitCode);
  };
  const fail = (error: unknown): void => {
    log.fatal({ err: error }, "stopping");
    console.error(`Strikeboard stops: ${oneLine(error)}`);
    stop(1).catch(() => process.exit(1));
  };
  const finish = (): void => {
    stop(0).catch(fail);
  };
  process.on("SIGTERM", finish);
  process.on("SIGINT", finish);
  server = await startServer(env, log, fail);
  process.off("uncaughtException", refuseToStart).on("uncaughtException", fail);
  process.off("unhandledRejection", refuseToStart).on("unhandledRejection", fail);
  announce(server, env);
}

function refuseToStart(error: unknown): never {
  console.error(`Strikeboard cannot start. ${oneLine(error)}`);
  process.exit(1);
}

process.on("uncaughtException", refuseToStart);
process.on("unhandledRejection", refuseToStart);
await main().catch(refuseToStart);
