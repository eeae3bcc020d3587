/**
 * The banner as a process with sockets knows it: read once from the database, then from news. It ends by the clock, whether
 * or not the database answers.
 */
import type { Banner } from "#contract/wire/socket-events.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Log } from "../../platform/log.ts";
import type { Banners } from "../../platform/news/banner.ts";
import type { NewsStream } from "../../platform/news/news.ts";
import type { BannerRepository } from "./banner-repository.ts";
import type { StoredBanner } from "./schema.ts";

export interface BannerStateDeps {
  readonly repository: Pick<BannerRepository, "newest">;
  readonly news: Pick<NewsStream, "onNews">;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface BannerState extends Banners {
  stop(): void;
}

type Known = Pick<StoredBanner, "id" | "message" | "endsAt">;

const AGAIN_MS = 1000;
/** Timers take no longer ones; a banner is shown for 30 days at most. */
const LONGEST_TIMER_MS = 24 * 3600_000;

export function createBannerState({ repository, news, clock, log }: BannerStateDeps): BannerState {
  const listeners = new Set<(banner: Banner) => void>();
  let newest: Known | undefined;
  /** What the listeners were told last, unless that was an end. */
  let told: Banner | undefined;
  let isStopped = false;
  let cancelEnd = (): void => undefined;
  let cancelRead = (): void => undefined;

  function current(): Banner | undefined {
    if (newest === undefined || newest.endsAt.getTime() <= clock.now()) return undefined;
    return { id: newest.id, message: newest.message };
  }

  function tellChange(): void {
    const shown = current();
    cancelEnd();
    if (newest !== undefined && shown !== undefined) {
      cancelEnd = clock.after(Math.min(newest.endsAt.getTime() - clock.now(), LONGEST_TIMER_MS), tellChange);
    }
    if (shown?.id === told?.id) return;
    const change = shown ?? (told && { id: told.id, message: "" });
    told = shown;
    if (change !== undefined) for (const listener of listeners) listener(change);
  }

  function know(banner: Known): void {
    if (isStopped || (newest !== undefined && banner.id < newest.id)) return;
    newest = banner;
    tellChange();
  }

  /** What was shown before there was news to read. */
  function read(): void {
    repository.newest().then(
      (row) => {
        // News of the same banner is newer than what was read meanwhile.
        if (row !== undefined && row.id !== newest?.id) know(row);
      },
      (error: unknown) => {
        log.warn({ err: error }, "whether there is a banner is not known");
        if (!isStopped) cancelRead = clock.after(AGAIN_MS, read);
      },
    );
  }

  const stopNews = news.onNews(({ event }) => {
    if (event.type === "banner") know({ ...event, endsAt: new Date(event.endsAt) });
  });
  read();
  return {
    current,
    ended: () => (newest === undefined || current() !== undefined ? undefined : { id: newest.id, message: "" }),
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      isStopped = true;
      stopNews();
      cancelEnd();
      cancelRead();
    },
  };
}
