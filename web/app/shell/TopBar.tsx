import { useAtomValue } from "jotai";
import { type ReactNode, Suspense } from "react";
import type { MenuGroup } from "#contract/worker/screen.ts";
import { classNames } from "../../components/class-names.ts";
import { Icon, LogoMark } from "../../components/icons.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { expiresAtom, isLoggedIn, subscribedAtom } from "../../state/session.ts";
import { hearEarlyKey } from "../palette/early-key.ts";
import { PRODUCT_NAME } from "../product.ts";
import { PageLink } from "../routing/PageLink.tsx";
import { HOME, LOGIN, PRICING } from "../routing/paths.ts";
import type { ScreenFacts } from "../routing/screen-facts.ts";
import { MENU_PLACES } from "./menu-places.ts";
import styles from "./shell.module.css";

const BarSwitches = lazyPart(() => import("./BarSwitches.tsx"), "BarSwitches");
const ScreenMenus = lazyPart(() => import("./BarMenus.tsx"), "ScreenMenus");
const Ticker = lazyPart(() => import("./Ticker.tsx"), "Ticker");
const UserTools = lazyPart(() => import("./BarMenus.tsx"), "UserTools");

/** @param screen the page that is shown, for the marks. */
export function TopBar({ screen }: { readonly screen: ScreenFacts }): ReactNode {
  const path = screen.route;
  const isIn = isLoggedIn(useAtomValue(expiresAtom));
  const isSubscribed = useAtomValue(subscribedAtom) && isIn;
  return (
    <header className={styles["bar"]}>
      <PageLink to={HOME} isCurrent={path === HOME} className={styles["brand"]}>
        <LogoMark />
        {PRODUCT_NAME}
      </PageLink>
      <nav className={styles["menus"]} aria-label="Screens">
        {isIn ? (
          <Suspense fallback={isSubscribed ? <MenuPlaces current={screen.menu?.group} /> : undefined}>
            <ScreenMenus isSubscribed={isSubscribed} path={path} />
          </Suspense>
        ) : undefined}
        <BarLink to={PRICING} path={path} words="Pricing" />
        {isIn ? undefined : <BarLink to={LOGIN} path={path} words="Login" />}
      </nav>
      <div className={styles["end"]}>
        {/* The first in its row: when they come, nothing else moves. */}
        <Suspense>
          {isSubscribed ? <Ticker /> : undefined}
          <BarSwitches isSubscribed={isSubscribed} />
        </Suspense>
        {isIn ? (
          <div ref={hearEarlyKey} className={styles["tools"]}>
            <Suspense>
              <UserTools path={path} />
            </Suspense>
          </div>
        ) : undefined}
      </div>
    </header>
  );
}

interface BarLinkProps {
  readonly to: string;
  readonly path: string;
  readonly words: string;
}

function BarLink({ to, path, words }: BarLinkProps): ReactNode {
  const isCurrent = to === path;
  return (
    <PageLink to={to} isCurrent={isCurrent} className={classNames(styles["link"], isCurrent && styles["current"])}>
      {words}
    </PageLink>
  );
}

/** What stands where the menus will. */
function MenuPlaces({ current }: { readonly current: MenuGroup | undefined }): ReactNode {
  return MENU_PLACES.map((group) => (
    <span key={group} className={classNames(styles["link"], group === current && styles["current"])}>
      {group}
      <Icon name="chevron-down" size={14} />
    </span>
  ));
}
