import { useAtomValue } from "jotai";
import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { classNames } from "../../components/class-names.ts";
import { Icon, LogoMark } from "../../components/icons.tsx";
import { expiresAtom, isLoggedIn, subscribedAtom } from "../../state/session.ts";
import { PageLink } from "../PageLink.tsx";
import { HOME, LOGIN, PRICING } from "../paths.ts";
import { PRODUCT_NAME } from "../product.ts";
import { ThemeToggle } from "../ThemeToggle.tsx";
import { ExchangeSwitch } from "./ExchangeSwitch.tsx";
import { HistoryToggle } from "./history/HistoryToggle.tsx";
import { type ScreenGroup, screenGroups } from "./screen-groups.ts";
import styles from "./shell.module.css";
import { Ticker } from "./Ticker.tsx";

const ScreenMenus = lazy(async () => ({ default: (await import("./BarMenus.tsx")).ScreenMenus }));
const UserTools = lazy(async () => ({ default: (await import("./BarMenus.tsx")).UserTools }));

/** @param path of the page shown, for the marks. */
export function TopBar({ path }: { readonly path: string }): ReactNode {
  const isIn = isLoggedIn(useAtomValue(expiresAtom));
  const isSubscribed = useAtomValue(subscribedAtom) && isIn;
  const groups = useMemo(() => (isIn ? screenGroups(isSubscribed) : []), [isIn, isSubscribed]);
  return (
    <header className={styles["bar"]}>
      <PageLink to={HOME} isCurrent={path === HOME} className={styles["brand"]}>
        <LogoMark />
        {PRODUCT_NAME}
      </PageLink>
      <nav className={styles["menus"]} aria-label="Screens">
        <Suspense fallback={<MenuPlaces groups={groups} path={path} />}>
          <ScreenMenus groups={groups} path={path} />
        </Suspense>
        <BarLink to={PRICING} path={path} words="Pricing" />
        {isIn ? undefined : <BarLink to={LOGIN} path={path} words="Login" />}
      </nav>
      <div className={styles["end"]}>
        {isSubscribed ? (
          <>
            <Ticker />
            <HistoryToggle />
            <ExchangeSwitch />
          </>
        ) : undefined}
        <ThemeToggle />
        {isIn ? (
          <div className={styles["tools"]}>
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
function MenuPlaces({ groups, path }: { readonly groups: readonly ScreenGroup[]; readonly path: string }): ReactNode {
  return groups.map(({ group, entries }) => (
    <span
      key={group}
      className={classNames(styles["link"], entries.some(({ route }) => route === path) && styles["current"])}
    >
      {group}
      <Icon name="chevron-down" size={14} />
    </span>
  ));
}
