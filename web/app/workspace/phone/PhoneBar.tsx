import { useAtomValue, useSetAtom, useStore } from "jotai";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../../../components/more-icons.tsx";
import { Menu } from "../../../components/overlays/Menu.tsx";
import { goAtom } from "../../../state/navigation.ts";
import { themeAtom, toggleThemeAtom } from "../../../state/saved/preferences.ts";
import { ALERT_SETTINGS, BROKER_DASHBOARD, PRICING, REPORT } from "../../routing/paths.ts";
import { useAccountItems } from "../../shell/use-account-items.ts";
import { activePaneAtom, shownAtom, shownHereAtom, UNREADABLE, unreadableAtom, workspacesAtom } from "../board.ts";
import { panesOf } from "../layout/tree.ts";
import { openInWorkspace } from "../open-elsewhere.ts";
import { activateAtom, askedAtom } from "../pane-atoms.ts";
import styles from "./phone.module.css";

/** The screen of 'Watch'. */
const WATCH = "futures-watchlist";

/** At the foot of a phone: the way to everything that its top bar has no room for. */
export function PhoneBar(): ReactNode {
  const store = useStore();
  const all = useAtomValue(workspacesAtom);
  const shown = useAtomValue(shownAtom);
  const active = useAtomValue(activePaneAtom);
  const { dark } = useAtomValue(themeAtom);
  const activate = useSetAtom(activateAtom);
  const hasUnreadable = useAtomValue(unreadableAtom).length > 0;
  const show = useSetAtom(shownAtom);
  const showHere = useSetAtom(shownHereAtom);
  const ask = useSetAtom(askedAtom);
  const go = useSetAtom(goAtom);
  const toggleTheme = useSetAtom(toggleThemeAtom);
  const account = useAccountItems();
  const panes = panesOf(shown?.root);
  const isWatching = active !== undefined && active.workspace.panes[active.pane]?.screen === WATCH;

  function goTo(pane: string | undefined): void {
    if (shown && pane !== undefined) activate({ workspace: shown.id, pane });
  }

  function watch(): void {
    const there = panes.find((pane) => shown?.panes[pane]?.screen === WATCH);
    if (there === undefined) openInWorkspace(store, WATCH);
    goTo(there ?? panesOf(store.get(shownAtom)?.root).find((pane) => !panes.includes(pane)));
  }

  return (
    <nav className={styles["bar"]} aria-label="Phone">
      <Tool icon="grid" words="Board" isCurrent={!isWatching} onPress={() => goTo(panes[0])} />
      <Tool icon="list" words="Watch" isCurrent={isWatching} onPress={watch} />
      <Tool icon="order" words="Orders" onPress={() => go(BROKER_DASHBOARD)} />
      <Tool icon="bell" words="Alerts" onPress={() => go(ALERT_SETTINGS)} />
      <Menu
        label="More"
        align="end"
        buttonClassName={styles["tool"] ?? ""}
        button={
          <>
            <Icon name="menu" size={18} />
            More
          </>
        }
        items={[
          ...all.map(({ id, name }) => ({
            id,
            label: name,
            isCurrent: id === shown?.id,
            onSelect: () => show(id),
          })),
          ...(hasUnreadable ? [{ id: UNREADABLE, label: "Unreadable", onSelect: () => showHere(UNREADABLE) }] : []),
          ...(shown
            ? [
                {
                  id: "pane",
                  label: "Add a pane…",
                  onSelect: () => ask({ about: "new pane", opening: { workspace: shown.id }, letter: "A" }),
                },
              ]
            : []),
          { id: "theme", label: dark ? "Light theme" : "Dark theme", onSelect: toggleTheme },
          { id: "pricing", label: "Pricing", href: PRICING, onSelect: () => go(PRICING) },
          { id: "report", label: "Report a bug", href: REPORT, onSelect: () => go(REPORT) },
          ...account,
        ]}
      />
    </nav>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly words: string;
  readonly isCurrent?: boolean;
  readonly onPress: () => void;
}

const Tool = ({ icon, words, isCurrent = false, onPress }: ToolProps): ReactNode => (
  <button type="button" className={styles["tool"]} aria-current={isCurrent || undefined} onClick={onPress}>
    <Icon name={icon} size={18} />
    {words}
  </button>
);
