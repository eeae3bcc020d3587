/** A banner that a test shows, and ends. */
import type { Banner } from "#contract/wire/socket-events.ts";
import type { Banners } from "../../platform/news/banner.ts";

export interface FixedBanners extends Banners {
  show(banner: Banner): void;
  end(): void;
}

export function createFixedBanners(): FixedBanners {
  const listeners = new Set<(banner: Banner) => void>();
  let shown: Banner | undefined;
  let over: Banner | undefined;
  const tell = (banner: Banner): void => {
    for (const listener of listeners) listener(banner);
  };
  return {
    current: () => shown,
    ended: () => (shown === undefined ? over : undefined),
    onChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show(banner) {
      shown = banner;
      tell(banner);
    },
    end() {
      if (shown === undefined) return;
      over = { id: shown.id, message: "" };
      shown = undefined;
      tell(over);
    },
  };
}
