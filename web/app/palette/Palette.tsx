/** Finds symbols, screens, panes, workspaces and days by a few letters, and opens what is chosen. */
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { nextFocus } from "../../components/controls/roving-focus.ts";
import { LetterMark } from "../../components/header/LetterMark.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import { isReplayingAtom } from "../../state/clock/day.ts";
import { historyDaysAtom, loadHistoryAtom } from "../../state/clock/history.ts";
import { activeLetterNameAtom, LINK_LETTERS } from "../../state/pane/letters.ts";
import { subscribedAtom } from "../../state/session.ts";
import { screens } from "../routing/screen-list.ts";
import { activePaneAtom } from "../workspace/board.ts";
import { WORKSPACE } from "../workspace/open-elsewhere.ts";
import type * as Contracts from "./contracts.ts";
import { catalogueOf, find, GROUPS, type How, type Row } from "./entries.ts";
import { Keys } from "./Keys.tsx";
import { PaletteRow } from "./PaletteRow.tsx";
import styles from "./palette.module.css";

interface PaletteProps {
  /** Of the page shown. */
  readonly path: string;
  readonly onClose: () => void;
  /** Shows the list of keys in its place. */
  readonly onKeys: () => void;
}

const LONGEST_QUERY = 60;

export function Palette({ path, onClose, onKeys }: PaletteProps): ReactNode {
  const store = useStore();
  const list = useId();
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const isWorkspace = path === WORKSPACE;
  const days = useAtomValue(historyDaysAtom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days come later
  const catalogue = useMemo(() => catalogueOf(store, isWorkspace), [store, isWorkspace, days]);
  const [contracts, setContracts] = useState<typeof Contracts>();
  useEffect(() => {
    import("./contracts.ts").then(setContracts, () => undefined); // without it everything else is found
  }, []);
  const rows = useMemo(
    () => find(catalogue, query, contracts?.contractsOf(store, catalogue, query)),
    [store, catalogue, query, contracts],
  );
  const loadDays = useSetAtom(loadHistoryAtom);
  useEffect(() => {
    if (store.get(subscribedAtom) && !store.get(historyDaysAtom)) void loadDays();
  }, [store, loadDays]);

  function choose(row: Row | undefined, how: How): void {
    if (!row) return;
    onClose();
    row.choose(how);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const letter = event.altKey ? LINK_LETTERS.find((one) => event.code === `Key${one}`) : undefined;
    // Home and End are the text's own.
    const next = /^Arrow/.test(event.key) ? nextFocus(event.key, chosen, rows.length, "column") : undefined;
    if (next !== undefined) setChosen(next);
    else if (event.key === "Enter") choose(rows[chosen], event.ctrlKey || event.metaKey ? "pane" : "enter");
    else if (letter && rows[chosen]?.group === "Symbols") choose(rows[chosen], letter);
    else if (event.key === "?" && query === "") onKeys();
    else return;
    event.preventDefault();
  }

  const row = rows[chosen];
  return (
    <Dialog
      open
      title="Find"
      width={640}
      place="top"
      onClose={onClose}
      heading={
        <div className={styles["head"]}>
          <Icon name="search" />
          <input
            type="text"
            role="combobox"
            className={styles["query"]}
            aria-label="Find a symbol, screen, workspace or day"
            aria-expanded={rows.length > 0}
            aria-controls={list}
            aria-activedescendant={row && `${list}-${chosen}`}
            autoComplete="off"
            spellCheck={false}
            placeholder="Symbol, ‘nifty 24500 ce’, ‘nifty chain’, screen, workspace, day"
            maxLength={LONGEST_QUERY}
            value={query}
            onChange={({ target }) => {
              setQuery(target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          <Target path={path} />
        </div>
      }
      footer={FOOT}
    >
      <div id={list} role="listbox" aria-label="Found" className={styles["list"]}>
        {GROUPS.map((group) => {
          const found = rows.filter((one) => one.group === group);
          if (found.length === 0) return undefined;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a part of a list box is no form
            <div key={group} role="group" aria-label={group} className={styles["part"]}>
              <div className={styles["group"]}>
                {group === "Symbols" ? "Symbols: the active pane's letter follows" : group}
              </div>
              {found.map((one) => {
                const at = rows.indexOf(one);
                return (
                  <PaletteRow
                    key={one.id}
                    id={`${list}-${at}`}
                    row={one}
                    isChosen={at === chosen}
                    onPointed={() => setChosen(at)}
                    onPressed={(how) => choose(one, how)}
                  />
                );
              })}
            </div>
          );
        })}
      </div>
      <Said query={query} count={rows.length} />
    </Dialog>
  );
}

/** Which pane and letter Enter will change. */
function Target({ path }: { readonly path: string }): ReactNode {
  const letter = useAtomValue(activeLetterNameAtom);
  const active = useAtomValue(activePaneAtom);
  const pane = path === WORKSPACE ? active?.workspace.panes[active.pane] : undefined;
  const screen = screens.find((one) => (pane ? one.id === pane.screen : one.route === path));
  return (
    <span className={styles["target"]}>
      opens in <LetterMark letter={pane?.letter ?? letter} /> <span className={styles["where"]}>{screen?.title}</span>
    </span>
  );
}

/** Why there is nothing, in a sentence; read out, too. */
function Said({ query, count }: { readonly query: string; readonly count: number }): ReactNode {
  const isReplaying = useAtomValue(isReplayingAtom);
  return (
    <p className={styles["said"]} role="status">
      {count === 0 && `Nothing is called ‘${query.trim()}’. `}
      {isReplaying && "A replay keeps its symbols."}
    </p>
  );
}

const HINTS = [
  ["↑ or ↓", "choose"],
  ["Enter", "active pane"],
  ["Ctrl+Enter", "new pane"],
  ["Alt+A to D", "letter"],
  ["?", "keys"],
  ["Esc", "close"],
] as const;

const FOOT = (
  <div className={styles["foot"]}>
    {HINTS.map(([keys, does]) => (
      <span key={keys}>
        <Keys keys={keys} /> {does}
      </span>
    ))}
  </div>
);
