/** What every namespace of a path is built from. */
import type { MarketMetrics } from "../../market/market-metrics.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { SocketPath } from "../connections/socket-path.ts";

export interface FanoutDeps {
  readonly path: SocketPath;
  /** Frames on `/live`; JSON on the stock path. */
  readonly isBinary: boolean;
  readonly market: Pick<MarketView, "state" | "liveTicks">;
  /** A room as its events name it, however its slashes were written; undefined when it is not open. */
  readonly resolveRoom: (name: string) => string | undefined;
  readonly clock: WallClock;
  readonly metrics: MarketMetrics;
}
