/**
 * Tells a user that orders or positions have changed, from the broker's own stream. It is listened to while the user looks at the
 * broker, and some minutes longer; whoever shows a book reads it again.
 */
import type { Connection, Connections } from "../../../brokers/connections.ts";
import type { WallClock } from "../../../platform/clocks.ts";
import type { Log } from "../../../platform/log.ts";
import type { News } from "../../../platform/news/news.ts";
import type { IntentRepository } from "../intents/intent-repository.ts";

export interface BookNewsDeps {
  readonly connections: Pick<Connections, "live">;
  readonly news: Pick<News, "tellUser">;
  /** Orders that the broker took: its stream says that something has become of one. */
  readonly intents: Pick<IntentRepository, "lookSoon">;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface BookNews {
  /** Does nothing where the broker has no stream. */
  watch(connection: Connection): void;
  stop(): void;
}

/** So soon the book is read for orders that may have been rejected: seldom enough for brokers that count reads. */
const SOON_MS = 2000;
/** Several changes within this time are one. */
const TOGETHER_MS = 250;
const LOOK_MS = 60_000;
/** Without a look for so long nobody is listening. */
const IDLE_MS = 10 * 60_000;

interface Watched {
  readonly connection: Connection;
  readonly controller: AbortController;
  lookedAt: number;
}

export function createBookNews({ connections, news, intents, clock, log }: BookNewsDeps): BookNews {
  /** By connection. */
  const watched = new Map<string, Watched>();

  async function listen({ connection, controller: { signal } }: Watched): Promise<void> {
    const { accountId, port, session } = connection;
    let isTelling = false;
    const tell = (): void => {
      isTelling = false;
      if (signal.aborted) return;
      Promise.all([
        news.tellUser(accountId, { type: "book", broker: session.broker }),
        intents.lookSoon(accountId, session.broker, new Date(clock.now() + SOON_MS)),
      ]).catch((error: unknown) => log.warn({ err: error }, "a user could not be told of a book"));
    };
    for await (const _ of port.events?.(session, signal) ?? []) {
      if (!isTelling) clock.after(TOGETHER_MS, tell);
      isTelling = true;
    }
  }

  async function endIdle(): Promise<void> {
    for (const { connection, controller, lookedAt } of watched.values()) {
      const isIdle = clock.monotonic() - lookedAt > IDLE_MS;
      if (isIdle || (await connections.live(connection.accountId))?.id !== connection.id) controller.abort();
    }
  }

  const stopLooking = clock.every(LOOK_MS, () => {
    endIdle().catch((error: unknown) => log.warn({ err: error }, "streams that are over could not be ended"));
  });

  return {
    watch(connection) {
      const { id, port, session } = connection;
      const known = watched.get(id);
      if (known !== undefined) known.lookedAt = clock.monotonic();
      if (known !== undefined || port.events === undefined) return;
      const fresh = { connection, controller: new AbortController(), lookedAt: clock.monotonic() };
      watched.set(id, fresh);
      listen(fresh)
        .catch((error: unknown) => log.warn({ broker: session.broker, err: error }, "a broker's stream broke"))
        .finally(() => watched.delete(id));
    },
    stop() {
      stopLooking();
      for (const { controller } of watched.values()) controller.abort();
    },
  };
}
