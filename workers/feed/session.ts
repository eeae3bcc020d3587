/** One login's connection to the server: its calls, and its sockets while something live is looked at. */
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
  /** Undefined while nothing live is looked at. */
  readonly connection: Connection | undefined;
  connect(): void;
  disconnect(): void;
  /** Nothing is heard of it afterwards. */
  end(): void;
}

/** Begins without sockets. */
export function createSession(
  deps: SessionDeps,
  config: FeedConfig,
  listener: ConnectionListener,
  emit: (event: FeedEvent) => void,
): Session {
  let connection: Connection | undefined;
  const http = watchLoads(createMarketHttp(deps, config), (room, isLoaded) => emit({ type: "load", room, isLoaded }));
  const stopWatching = watchSuspension(deps.wallNow, () => connection?.restart());

  function disconnect(): void {
    connection?.close();
    connection = undefined;
  }

  return {
    http,
    get connection() {
      return connection;
    },
    connect() {
      connection ??= deps.connect(config, listener);
    },
    disconnect,
    end() {
      disconnect();
      stopWatching();
    },
  };
}
