/**
 * What opens or leads elsewhere in the top bar: the menus of screens, and at the end the lens, report, channels and account.
 * Loaded after the first figures (TopBar.tsx keeps their places).
 */
import { useSetAtom } from "jotai";
import { type ReactNode, useMemo } from "react";
import { classNames } from "../../components/class-names.ts";
import { Icon } from "../../components/more-icons.tsx";
import { Menu } from "../../components/overlays/Menu.tsx";
import { goAtom } from "../../state/navigation.ts";
import { PaletteTool } from "../palette/PaletteTool.tsx";
import { PageLink } from "../routing/PageLink.tsx";
import { REPORT } from "../routing/paths.ts";
import { useSharedBoard } from "../windows/use-shared-board.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { CHANNELS } from "./channels.ts";
import { screenGroups } from "./screen-groups.ts";
import styles from "./shell.module.css";
import { useShellWorker } from "./use-shell-worker.ts";

interface ScreenMenusProps {
  readonly isSubscribed: boolean;
  /** Of the page shown, for the mark. */
  readonly path: string;
}

export function ScreenMenus({ isSubscribed, path }: ScreenMenusProps): ReactNode {
  const groups = useMemo(() => screenGroups(isSubscribed), [isSubscribed]);
  const go = useSetAtom(goAtom);
  return groups.map(({ group, entries }) => (
    <Menu
      key={group}
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
  ));
}

export function UserTools({ path }: { readonly path: string }): ReactNode {
  useSharedBoard();
  useShellWorker();
  return (
    <>
      <PaletteTool path={path} className={styles["tool"] ?? ""} />
      <PageLink to={REPORT} isCurrent={path === REPORT} className={styles["tool"]}>
        <span title="Report a bug">
          <Icon name="bug" />
        </span>
        <span className="visually-hidden">Report a bug</span>
      </PageLink>
      {CHANNELS.length > 0 ? (
        <Menu
          label="Channels"
          align="end"
          buttonLabel="Channels"
          buttonClassName={styles["tool"]}
          button={<Icon name="message" />}
          items={CHANNELS.map(({ label, address }) => ({ id: label, label, href: address, external: true }))}
        />
      ) : undefined}
      <AccountMenu />
    </>
  );
}
