/** What the shell says above the screens: the danger banner, and the dismissible one. */
import { atom } from "jotai";
import { isRecord, storedAtom } from "./saved/storage.ts";

export interface BannerNotice {
  readonly id: number | string;
  readonly message: string;
}

/** What keeps the page from its work, and only a new page mends; empty: nothing does. */
export const dangerNoticeAtom = atom("");
dangerNoticeAtom.debugLabel = "dangerNotice";

/** The banner that 'special banner' brought. */
const announcedAtom = atom<BannerNotice | undefined>(undefined);
announcedAtom.debugLabel = "announcedBanner";

/** The stored `banner`: today's date to the id that was dismissed on it. */
const dismissedAtom = storedAtom<Record<string, unknown>>("banner", {}, isRecord);
dismissedAtom.debugLabel = "dismissedBanner";

const today = (): string => new Date().toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" });

/** The banner to show: the announced one, unless it was dismissed today. */
export const bannerAtom = atom(
  (get) => {
    const announced = get(announcedAtom);
    return announced && get(dismissedAtom)[today()] !== announced.id ? announced : undefined;
  },
  (_get, set, banner: BannerNotice | undefined) => set(announcedAtom, banner),
);
bannerAtom.debugLabel = "banner";

export const dismissBannerAtom = atom(null, (get, set) => {
  const announced = get(announcedAtom);
  if (announced) set(dismissedAtom, { [today()]: announced.id });
});
dismissBannerAtom.debugLabel = "dismissBanner";
