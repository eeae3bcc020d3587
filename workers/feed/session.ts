/** One login's connection to the server: its calls and its sockets. */
import type { FeedConfig, FeedEvent } from "#contract/worker/feed-api.ts";
import type { Connect, Connection, ConnectionListener } from "./connection.ts";
import { watchLoads } from "./load-watch.ts";
import { createMarketHttp, type MarketHttp, type MarketHttpDeps } from "./market-http.ts";
import { watchSuspension } from "./suspension.ts";

export interface SessionDeps extends MarketHttpDeps {
  readonly connect: Connect;
  /** Wall-clock milliseconds: only to notice that the machine slept. */
  readonly wallNow: () => number;
}

export interface Session {
  readonly http: MarketHttp;
  readonly connection: Connection;
  /** Nothing is heard of it afterwards. */
  end(): void;
}

export function createSession(
  deps: SessionDeps,
  config: FeedConfig,
  listener: ConnectionListener,
  emit: (event: FeedEvent) => void,
): Session {
  const http = watchLoads(createMarketHttp(deps, config), (room, isLoaded) => emit({ type: "load", room, isLoaded }));
  const connection = deps.connect(config, listener);
  const stopWatching = watchSuspension(deps.wallNow, connection.restart);

  return {
    http,
    connection,
    end() {
      connection.close();
      stopWatching();
    },
  };
}
