/** The calls of stops and targets that act. */
import type { ResponseOf } from "#contract/wire/http/call.ts";
import { strategyWatches, watchStrategy } from "#contract/wire/http/strategy-watch.ts";
import type { Connections } from "../../../brokers/connections.ts";
import { BrokerError } from "../../../brokers/port.ts";
import { TOKEN_EXPIRED } from "../../../brokers/session-over.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Bind } from "../../../platform/http/bind.ts";
import type { Watching } from "./watching.ts";

export interface WatchRoutes {
  readonly connections: Connections;
  readonly watching: Watching;
}

export const registerWatching =
  ({ connections, watching }: WatchRoutes) =>
  (bind: Bind): void => {
    bind(strategyWatches, async ({ user: { userId } }) => {
      const watches = await watching.ofToday(await connections.live(userId));
      return { data: watches === null ? null : [...watches] };
    });

    bind(watchStrategy, async ({ user: { userId }, body }) => {
      const connection = await connections.live(userId);
      if (connection === undefined) throw new AppError("forbidden", TOKEN_EXPIRED);
      const isArmed = body.stop !== null || body.target !== null;
      if (isArmed) {
        await watching.arm(connection, body).catch((error: unknown) => {
          if (error instanceof BrokerError) throw new AppError("unavailable", error.message, { cause: error });
          throw error;
        });
      } else await watching.disarm(userId, connection.session.broker, body.strategy);
      const message = isArmed ? "Armed: at the crossing the server closes what the strategy holds" : "Nothing is armed";
      return { status: "success", message } satisfies ResponseOf<typeof watchStrategy>;
    });
  };
