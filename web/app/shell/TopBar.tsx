import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { classNames } from "../../components/class-names.ts";
import { Icon, LogoMark } from "../../components/icons.tsx";
import { Menu } from "../../components/Menu.tsx";
import { subscribedAtom } from "../../state/session.ts";
import { goAtom } from "../navigation.ts";
import { PageLink } from "../PageLink.tsx";
import { HOME } from "../paths.ts";
import { PRODUCT_NAME } from "../product.ts";
import { type MenuGroup, menuEntries } from "../screen-table.ts";
import { screens } from "../screens.ts";
import { ThemeToggle } from "../ThemeToggle.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { ExchangeSwitch } from "./ExchangeSwitch.tsx";
import { HistoryToggle } from "./history/HistoryToggle.tsx";
import styles from "./shell.module.css";
import { Ticker } from "./Ticker.tsx";

const GROUPS: readonly MenuGroup[] = ["Options", "Futures"];

/** @param path of the page shown, for the menus' mark. */
export function TopBar({ path }: { readonly path: string }): ReactNode {
  const isSubscribed = useAtomValue(subscribedAtom);
  return (
    <header className={styles["bar"]}>
      <PageLink to={HOME} isCurrent={path === HOME} className={styles["brand"]}>
        <LogoMark />
        {PRODUCT_NAME}
      </PageLink>
      <nav className={styles["menus"]} aria-label="Screens">
        {GROUPS.map((group) => (
          <ScreenMenu key={group} group={group} path={path} isSubscribed={isSubscribed} />
        ))}
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
        <AccountMenu />
      </div>
    </header>
  );
}

interface ScreenMenuProps {
  readonly group: MenuGroup;
  readonly path: string;
  readonly isSubscribed: boolean;
}

/** Lists the screens that exist; without any there is no menu. */
function ScreenMenu({ group, path, isSubscribed }: ScreenMenuProps): ReactNode {
  const go = useSetAtom(goAtom);
  const entries = menuEntries(screens, group, isSubscribed);
  if (entries.length === 0) return undefined;
  return (
    <Menu
      label={group}
      buttonClassName={classNames(entries.some(({ route }) => route === path) && styles["current"])}
      button={
        <>
          {group}
          <Icon name="chevron-down" size={14} />
        </>
      }
      items={entries.map(({ id, label, route }) => ({
        id,
        label,
        href: route,
        isCurrent: route === path,
        onSelect: () => go(route),
      }))}
    />
  );
}
