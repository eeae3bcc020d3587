/**
 * Looks into the database for the operator's banner, which a command on some machine writes there: every process with
 * sockets knows it within about a second, whether or not there is a bus.
 */
import type { Banner } from "#contract/wire/socket-events.ts";
import type { Banners } from "../../platform/banner.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Log } from "../../platform/log.ts";
import type { BannerRepository } from "./banner-repository.ts";
import type { StoredBanner } from "./schema.ts";

export interface BannerWatchDeps {
  readonly repository: Pick<BannerRepository, "newest">;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface BannerWatch extends Banners {
  stop(): void;
}

const LOOK_MS = 1000;

export function watchBanner({ repository, clock, log }: BannerWatchDeps): BannerWatch {
  const listeners = new Set<(banner: Banner) => void>();
  let newest: StoredBanner | undefined;
  /** What the listeners were told last, unless that was an end. */
  let told: Banner | undefined;
  let isLooking = false;

  function current(): Banner | undefined {
    if (newest === undefined || newest.endsAt.getTime() <= clock.now()) return undefined;
    return { id: newest.id, message: newest.message };
  }

  function tellChange(): void {
    const shown = current();
    if (shown?.id === told?.id) return;
    const news = shown ?? (told && { id: told.id, message: "" });
    told = shown;
    if (news !== undefined) for (const listener of listeners) listener(news);
  }

  function look(): void {
    // Even where the database does not answer, a banner ends in time.
    tellChange();
    if (isLooking) return;
    isLooking = true;
    repository
      .newest()
      .then((row) => {
        newest = row;
        tellChange();
      })
      .catch((error: unknown) => log.warn({ err: error }, "whether there is another banner is not known"))
      .finally(() => {
        isLooking = false;
      });
  }

  look();
  return {
    current,
    ended: () => (newest === undefined || current() !== undefined ? undefined : { id: newest.id, message: "" }),
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: clock.every(LOOK_MS, look),
  };
}
