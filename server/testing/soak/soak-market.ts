/** The simulated exchange with its journal and archive in a folder of their own: what a soak loads. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { createSimulatedFeed, type SimulatedOptions } from "../../feeds/simulated/simulated-feed.ts";
import { EncodeThread } from "../../market/archive/encode-thread.ts";
import { openArchive } from "../../market/archive/open-archive.ts";
import type { Feed } from "../../market/feed.ts";
import { createMarket, type Market } from "../../market/market.ts";
import { systemClock } from "../../platform/clocks.ts";
import { silentLog } from "../../platform/log.ts";

const SEED = 7;

export interface SoakMarket {
  readonly market: Market;
  readonly feed: Feed;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
}

export async function startSoakMarket(exchange: Omit<SimulatedOptions, "clock" | "seed">): Promise<SoakMarket> {
  const clock = systemClock;
  const folder = mkdtempSync(join(tmpdir(), "strikeboard-soak-"));
  const encoder = new EncodeThread(clock);
  const feed = createSimulatedFeed({ clock, seed: SEED, ...exchange });
  const market = await createMarket({
    feed,
    archive: openArchive({
      folder: `${folder}/archive`,
      bucket: undefined,
      clock,
      onFault: console.error,
      encode: (room) => encoder.encode(room),
    }),
    journalFolder: `${folder}/journal`,
    keeps: true,
    origin: "soak",
    clock,
    log: silentLog,
    registry: new Registry(),
  });
  return {
    market,
    feed,
    async stop() {
      await market.stop();
      await encoder.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
