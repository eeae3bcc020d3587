/**
 * News across processes: what happened to an account reaches every process with sockets, in one order, each with an id that
 * grows. The database keeps it (news-store.ts); the bus only says that there is something to read, and where it is away, or
 * whoever wrote has none, a look every second finds it.
 */
import type { UserEvent } from "#contract/wire/socket-events.ts";
import type { Bus } from "../bus/bus.ts";
import type { WallClock } from "../clocks.ts";
import type { Orm } from "../database/db.ts";
import type { Log } from "../log.ts";
import type { NewsItem } from "./news-event.ts";
import { forgetOldNews, lastNumber, NEWS_BATCH, newsAfter, newsOfAccount, recordNews } from "./news-store.ts";

/** What a socket that comes (back) has to know. */
export interface Missed {
  /** All news of the account up to here is in `items`, or came before. */
  readonly from: number;
  /** false: some of what was missed is no longer kept. */
  readonly isWhole: boolean;
  /** Oldest first. */
  readonly items: readonly NewsItem[];
}

/** The reading end, as sockets have it. */
export interface NewsStream {
  /** Is called with all that happens from now on, in order, each once. Returns what stops it. */
  onNews(listener: (item: NewsItem) => void): () => void;
  /** What the account was told after the id; undefined: nothing, but where news stands. Rejects while the database is away. */
  missed(accountId: string, after: number | undefined): Promise<Missed>;
}

export interface News extends NewsStream {
  /** Reaches every socket of the user on every edge. Within a transaction: `recordNews`, and `wake` behind it. */
  tellUser(accountId: string, event: UserEvent): Promise<void>;
  /** Something was recorded: every process reads it now, this one before the promise resolves. Never rejects. */
  wake(): Promise<void>;
  /** Reads every second, and forgets what is old; returns what stops it. */
  start(): () => void;
}

export interface NewsDeps {
  readonly orm: Orm;
  readonly clock: WallClock;
  readonly log: Log;
  /** To other processes; undefined where there is none. */
  readonly bus?: Bus | undefined;
}

const CHANNEL = "1:news";
const LOOK_MS = 1000;
const FORGET_MS = 3600_000;
const NOTHING = new Uint8Array();

export function createNews({ orm, clock, log, bus }: NewsDeps): News {
  const listeners = new Set<(item: NewsItem) => void>();
  /** Id of what was read last; undefined until it is known where to begin. */
  let position: number | undefined;
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let isFailing = false;

  function tell(item: NewsItem): void {
    for (const listener of [...listeners]) {
      try {
        listener(item);
      } catch (error) {
        log.error({ err: error, news: item.id }, "news was not taken");
      }
    }
  }

  async function read(): Promise<void> {
    position ??= await lastNumber(orm);
    for (;;) {
      const items = await newsAfter(orm, position);
      for (const item of items) {
        position = item.id;
        tell(item);
      }
      if (items.length < NEWS_BATCH) return;
    }
  }

  /** Resolves when all that is committed now was told. */
  function look(): Promise<void> {
    isAskedAgain = true;
    looking ??= (async () => {
      while (isAskedAgain) {
        isAskedAgain = false;
        await read();
      }
    })().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  const tryLook = (): Promise<void> =>
    look().then(
      () => {
        if (isFailing) log.info("news is read again");
        isFailing = false;
      },
      (error: unknown) => {
        if (!isFailing) log.warn({ err: error }, "news cannot be read: it is tried every second");
        isFailing = true;
      },
    );

  function wake(): Promise<void> {
    bus?.publish(CHANNEL, NOTHING);
    return tryLook();
  }

  return {
    async tellUser(accountId, event) {
      await recordNews(orm, accountId, [event]);
      await wake();
    },
    wake,
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async missed(accountId, after) {
      // An id that is not read here yet was given by a process that is ahead, or before the database was put back.
      if (position === undefined || (after !== undefined && after > position)) await look();
      const from = position ?? 0;
      if (after === undefined || after === from) return { from, isWhole: true, items: [] };
      if (after > from) return { from, isWhole: false, items: [] };
      const { items, isWhole } = await newsOfAccount(orm, accountId, after);
      return { from: Math.max(from, items.at(-1)?.id ?? 0), isWhole, items };
    },
    start() {
      const forget = (): void => {
        forgetOldNews(orm).catch((error: unknown) => log.warn({ err: error }, "old news could not be forgotten"));
      };
      let isStopped = false;
      const stops = [
        clock.every(LOOK_MS, () => {
          if (looking === undefined) void tryLook();
        }),
        clock.every(FORGET_MS, forget),
        ...(bus === undefined ? [] : [bus.onRestored(() => void tryLook())]),
      ];
      void bus
        ?.subscribe(CHANNEL, () => void tryLook())
        .then((stop) => {
          if (isStopped) stop();
          else stops.push(stop);
        });
      void tryLook();
      forget();
      return () => {
        isStopped = true;
        for (const stop of stops) stop();
      };
    },
  };
}
