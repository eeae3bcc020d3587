import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useRef } from "react";
import { Icon } from "../../components/more-icons.tsx";
import { Menu, type MenuItem } from "../../components/overlays/Menu.tsx";
import { savePaneCsv } from "../../kit/csv/PaneCsv.tsx";
import { LINK_LETTERS } from "../../state/pane/letters.ts";
import type { PaneElement } from "../../state/pane/pane.ts";
import { popOutAtom } from "../windows/pop-out.ts";
import { maximisedPanesAtom, workspacesAtom } from "./board.ts";
import { MOST_PANES } from "./layout/tree.ts";
import { aloneOf } from "./layout/workspace.ts";
import {
  askedAtom,
  closePaneAtom,
  openPaneAtom,
  type PanePlace,
  setLetterAtom,
  toggleMaximisedAtom,
} from "./pane-atoms.ts";
import { paneScreen } from "./pane-screens.ts";
import styles from "./workspace.module.css";

/** What can be done with a pane: at the end of its header. */
export function PaneMenu({ place }: { readonly place: PanePlace }): ReactNode {
  const root = useRef<HTMLSpanElement>(null);
  const { workspace: id, pane } = place;
  const panes = useAtomValue(workspacesAtom).find((one) => one.id === id)?.panes ?? {};
  const isMaximised = useAtomValue(maximisedPanesAtom)[id] === pane;
  const ask = useSetAtom(askedAtom);
  const open = useSetAtom(openPaneAtom);
  const setLetter = useSetAtom(setLetterAtom);
  const toggleMaximised = useSetAtom(toggleMaximisedAtom);
  const close = useSetAtom(closePaneAtom);
  const popOut = useSetAtom(popOutAtom);
  const facts = panes[pane];
  if (!facts) return undefined;
  const isFull = Object.keys(panes).length >= MOST_PANES;
  const full = isFull ? { disabled: true, title: `A workspace has at most ${MOST_PANES} panes` } : {};
  const askNew = (side: "right" | "bottom") => () =>
    ask({ about: "new pane", opening: { workspace: id, target: pane, side }, letter: facts.letter });
  const items: readonly MenuItem[] = [
    { id: "screen", label: "Change screen…", onSelect: () => ask({ about: "screen", place }) },
    ...LINK_LETTERS.map((letter) => ({
      id: letter,
      label: `Link group ${letter}`,
      isCurrent: letter === facts.letter,
      onSelect: () => setLetter(place, letter),
    })),
    { id: "right", label: "New pane at the right…", onSelect: askNew("right"), ...full },
    { id: "bottom", label: "New pane below…", onSelect: askNew("bottom"), ...full },
    { id: "double", label: "Duplicate", onSelect: () => open({ workspace: id, target: pane }, facts), ...full },
    {
      id: "maximise",
      label: isMaximised ? "Restore" : "Maximise",
      title: "Alt+Enter",
      onSelect: () => toggleMaximised(place),
    },
    {
      id: "window",
      label: "Pop out",
      title: "Into a window of its own",
      onSelect: () => {
        const copy = aloneOf(paneScreen(facts.screen)?.title ?? facts.screen, facts);
        if (popOut({ show: copy.id, copy })) close(place);
      },
    },
    {
      id: "csv",
      label: "Save as CSV",
      onSelect: () => {
        const element = root.current?.closest<PaneElement>("[data-pane]");
        if (element) savePaneCsv(element);
      },
    },
    { id: "close", label: "Close", onSelect: () => close(place) },
  ];
  return (
    <span ref={root}>
      <Menu
        label="Pane"
        align="end"
        buttonLabel="Pane menu"
        buttonClassName={styles["dots"] ?? ""}
        button={<Icon name="more" />}
        items={items}
      />
    </span>
  );
}
