import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useRef } from "react";
import { Banner } from "../../components/feedback/Banner.tsx";
import { feedNoticeAtom } from "../../state/market/feed-notice.ts";
import { bannerAtom, dangerNoticeAtom, dismissBannerAtom } from "../../state/notices.ts";
import { savesWaitingAtom } from "../../state/saved/save-conflicts.ts";

const WAITING = "Your last change is not saved yet: the server cannot save now. It is tried again until it is saved.";

/** What concerns the whole board stands above it: a problem, then an announcement. */
export function Notices(): ReactNode {
  const danger = useAtomValue(dangerNoticeAtom);
  const lost = useAtomValue(feedNoticeAtom);
  const banner = useAtomValue(bannerAtom);
  const isWaiting = useAtomValue(savesWaitingAtom) > 0;
  const dismiss = useSetAtom(dismissBannerAtom);
  const root = useRef<HTMLElement>(null);

  // Toasts stand below the notices, so that none covers the button that dismisses one.
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      style.setProperty("--notices-height", `${entry?.contentRect.height ?? 0}px`);
    });
    if (root.current) observer.observe(root.current);
    return () => {
      observer.disconnect();
      style.removeProperty("--notices-height");
    };
  }, []);

  return (
    <section ref={root} aria-label="Notices">
      {danger === "" ? undefined : <Banner type="danger" message={danger} />}
      {lost === "" ? undefined : <Banner type="danger" message={lost} />}
      {isWaiting ? <Banner message={WAITING} /> : undefined}
      {banner === undefined ? undefined : <Banner message={banner.message} onDismiss={dismiss} />}
    </section>
  );
}
