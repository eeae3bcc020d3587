/** ROLE=all: everything in this process, whatever is not configured embedded in the data folder. */
import { openFront } from "./front.ts";
import { type MarketCalls, openCalls, openMarket, openStored } from "./market-data.ts";
import { openDataFolder } from "./platform/data-folder/data-folder.ts";
import { createMetrics } from "./platform/metrics.ts";
import { openSecrets } from "./platform/secrets.ts";
import type { Started, Starting } from "./starting.ts";
import { openUserSide } from "./user-side.ts";
import { closeHttp } from "./web-server.ts";

export async function startAll(starting: Starting): Promise<Started> {
  const { env, log, clock, stops } = starting;
  const metrics = createMetrics();
  const folder = await openDataFolder(env.dataDir);
  stops.push(() => folder.release());
  const front = await openFront(env.port, env.host);
  stops.push(() => closeHttp(front.server, clock));
  const publicUrl = env.publicUrl ?? `http://localhost:${front.port}`;
  const secrets = openSecrets(env.appSecret, folder.path);
  front.doing("opening the archive");
  const stored = await openStored({ env, folder: folder.path, clock, log });
  stops.push(() => stored.stop());
  let calls: MarketCalls | undefined;
  const onArchived = () => calls?.dayArchived();
  // The market computes on this thread while the database opens on its own: together they take as long as one.
  const opening = openMarket({ env, folder: folder.path, stored, onArchived, clock, log, metrics, doing: front.doing });
  const opened = opening.catch(() => undefined); // a failure is reported where `opening` is awaited below
  stops.push(async () => (await opened)?.market.stop());
  const users = await openUserSide({ ...starting, front, publicUrl, folder: folder.path, secrets, metrics });
  const { market, feed, segments } = await opening;
  front.doing("opening its calls");
  calls = openCalls({ env, stored, market, clock, log, metrics });
  stops.push(() => calls?.stop());
  const webServer = users.serve({ role: "all", market, practice: undefined, archive: stored.archive, calls, segments });
  webServer.openSockets();
  webServer.openCalls();
  return { url: publicUrl, feed, newAdmin: users.newAdmin };
}
