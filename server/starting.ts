/** What starting a role is handed, and what it tells. */
import type { WallClock } from "./platform/clocks.ts";
import type { Env } from "./platform/env/env.ts";
import type { Log } from "./platform/log.ts";

export interface Starting {
  readonly env: Env;
  readonly log: Log;
  readonly clock: WallClock;
  /** Is told of what breaks beyond repair while the server runs. */
  readonly fail: (error: unknown) => void;
  /** What started puts here how it stops; called from the last to the first. */
  readonly stops: (() => unknown)[];
}

export interface Started {
  /** Where a browser on this machine finds it. */
  readonly url: string;
  /** Market data in words. */
  readonly feed: string;
  /** Only on the very first start. */
  readonly newAdmin: { readonly email: string; readonly password: string } | undefined;
}
