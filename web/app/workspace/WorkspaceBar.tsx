import { type Atom, atom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, Suspense } from "react";
import type { PaneScope } from "#contract/worker/screen.ts";
import { Button } from "../../components/controls/Button.tsx";
import { Tabs } from "../../components/controls/Tabs.tsx";
import { LetterMark } from "../../components/header/LetterMark.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { Icon } from "../../components/more-icons.tsx";
import { Menu, type MenuItem } from "../../components/overlays/Menu.tsx";
import { counted } from "../../format/count-words.ts";
import { createMount } from "../../kit/pane/create-mount.ts";
import { ExpirySelect } from "../../kit/pane/ExpirySelect.tsx";
import { FutureExpirySelect } from "../../kit/pane/FutureExpirySelect.tsx";
import { MountProvider, type PaneMount } from "../../kit/pane/mount.ts";
import { SymbolSelect } from "../../kit/pane/SymbolSelect.tsx";
import { activeLetterNameAtom, LINK_LETTERS, type LinkLetter } from "../../state/pane/letters.ts";
import { popOutAtom } from "../windows/pop-out.ts";
import {
  activePaneAtom,
  addAtom,
  copiesAtom,
  duplicateAtom,
  freeNameAtom,
  isFullAtom,
  isLockedAtom,
  keepCopyAtom,
  LOCKED,
  MOST_WORKSPACES,
  otherTabAtom,
  shownAtom,
  shownHereAtom,
  UNREADABLE,
  unreadableAtom,
  workspacesAtom,
} from "./board.ts";
import { MOST_PANES } from "./layout/tree.ts";
import { newId, type Workspace } from "./layout/workspace.ts";
import { askedAtom } from "./pane-atoms.ts";
import { paneScreen } from "./pane-screens.ts";
import { fromReadyMade, READY_MADE } from "./ready-made.ts";
import styles from "./workspace.module.css";

const LoadPopover = lazyPart(() => import("./load/LoadPopover.tsx"), "LoadPopover");

const mountOf = (letter: LinkLetter): PaneMount =>
  createMount({ letterAtom: atom<LinkLetter>(letter) as Atom<LinkLetter> });
const LETTER_MOUNTS: Readonly<Record<LinkLetter, PaneMount>> = {
  A: mountOf("A"),
  B: mountOf("B"),
  C: mountOf("C"),
  D: mountOf("D"),
};

/** The tabs of workspaces, what each letter of the open one looks at, and what can be done with it. */
export function WorkspaceBar(): ReactNode {
  const all = useAtomValue(workspacesAtom);
  const shown = useAtomValue(shownAtom);
  const copies = useAtomValue(copiesAtom);
  const isLocked = useAtomValue(isLockedAtom);
  const other = useAtomValue(otherTabAtom);
  const hasUnreadable = useAtomValue(unreadableAtom).length > 0;
  const show = useSetAtom(shownAtom);
  const showHere = useSetAtom(shownHereAtom);
  const isCopy = (one: Workspace): boolean => copies.includes(one);
  const tabs = all.map((one) => ({ value: one.id, label: one.name, ...(isCopy(one) && { mark: "copy" }) }));
  return (
    <Tabs
      label="Workspaces"
      id="workspaces"
      tabs={[
        ...(isLocked ? [{ value: LOCKED, label: "Locked" }] : []),
        ...tabs,
        ...(hasUnreadable ? [{ value: UNREADABLE, label: "Unreadable" }] : []),
      ]}
      value={shown?.id ?? other ?? ""}
      onChange={(id) => (id === LOCKED || id === UNREADABLE ? showHere(id) : show(id))}
      hasPanel
      after={<AddMenu />}
    >
      {shown && (
        <>
          <div className={styles["letters"]}>
            {LINK_LETTERS.map((letter) => (
              <LetterChoice key={letter} letter={letter} workspace={shown} />
            ))}
          </div>
          {isCopy(shown) ? <KeepCopy copy={shown} /> : undefined}
          <Suspense>
            <LoadPopover workspace={shown} />
          </Suspense>
          <WorkspaceMenu workspace={shown} />
        </>
      )}
    </Tabs>
  );
}

/** Of a screen that does not say: as the frame of panes has it. */
const USUAL_SCOPE: readonly PaneScope[] = ["symbol", "expiry"];

interface LetterChoiceProps {
  readonly letter: LinkLetter;
  readonly workspace: Workspace;
}

/** Symbol and expiries of a letter, as far as the panes in it have a use for them. */
function LetterChoice({ letter, workspace }: LetterChoiceProps): ReactNode {
  const activate = useSetAtom(activeLetterNameAtom);
  const active = useAtomValue(activePaneAtom);
  const isActive = active?.workspace.panes[active.pane]?.letter === letter;
  const panes = Object.values(workspace.panes).filter((pane) => pane.letter === letter);
  if (panes.length === 0) return undefined;
  const screens = panes.flatMap(({ screen }) => paneScreen(screen) ?? []);
  const scopes = new Set(screens.flatMap(({ scope = USUAL_SCOPE }) => scope));
  const ofFutures = screens.filter(({ scope }) => scope?.includes("futureExpiry"));
  const count = counted(panes.length, "pane");
  return (
    <MountProvider value={LETTER_MOUNTS[letter]}>
      {/* biome-ignore lint/a11y/useSemanticElements: it is no form */}
      <div
        role="group"
        data-active={isActive || undefined}
        aria-label={`Link group ${letter}`}
        className={styles["letter"]}
        onPointerDownCapture={() => activate(letter)}
        onFocusCapture={() => activate(letter)}
      >
        <LetterMark letter={letter} />
        {scopes.has("symbol") ? <SymbolSelect /> : undefined}
        {scopes.has("expiry") ? <ExpirySelect /> : undefined}
        {scopes.has("futureExpiry") ? (
          <>
            <span className={styles["count"]}>Fut</span>
            <FutureExpirySelect isMarketWide={ofFutures.every(({ home }) => home === "market")} />
          </>
        ) : undefined}
        <span className={styles["count"]}>{count}</span>
      </div>
    </MountProvider>
  );
}

function KeepCopy({ copy }: { readonly copy: Workspace }): ReactNode {
  const keep = useSetAtom(keepCopyAtom);
  const isFull = useAtomValue(isFullAtom);
  const isLocked = useAtomValue(isLockedAtom);
  const whyNot = isLocked ? "Unlock your workspaces first" : isFull ? FULL : undefined;
  return (
    <Button
      size="header"
      disabled={whyNot !== undefined}
      title={whyNot ?? "This workspace is a copy. It goes with the page unless you keep it."}
      onClick={() => {
        keep(copy);
        history.replaceState(history.state, "", location.pathname);
      }}
    >
      Keep this copy
    </Button>
  );
}

const FULL = `You have ${MOST_WORKSPACES} workspaces, which is the most`;

function AddMenu(): ReactNode {
  const add = useSetAtom(addAtom);
  const freeName = useAtomValue(freeNameAtom);
  const isFull = useAtomValue(isFullAtom);
  const full = isFull ? { disabled: true, title: FULL } : {};
  return (
    <Menu
      label="New workspace"
      buttonLabel="New workspace"
      buttonClassName={styles["dots"] ?? ""}
      button={<Icon name="plus" />}
      items={[
        {
          id: "empty",
          label: "Empty",
          onSelect: () => add({ id: newId(), name: freeName("Workspace"), panes: {} }),
          ...full,
        },
        ...READY_MADE.map((one) => ({
          id: one.name,
          label: one.name,
          onSelect: () => add({ ...fromReadyMade(one, newId()), name: freeName(one.name) }),
          ...full,
        })),
      ]}
    />
  );
}

function WorkspaceMenu({ workspace }: { readonly workspace: Workspace }): ReactNode {
  const isCopy = useAtomValue(copiesAtom).includes(workspace);
  const ask = useSetAtom(askedAtom);
  const duplicate = useSetAtom(duplicateAtom);
  const popOut = useSetAtom(popOutAtom);
  const isFull = useAtomValue(isFullAtom);
  const { id, panes } = workspace;
  const hasRoom = Object.keys(panes).length < MOST_PANES;
  const items: readonly MenuItem[] = [
    {
      id: "pane",
      label: "Add a pane…",
      disabled: !hasRoom,
      title: hasRoom ? "At the right of the last one" : `A workspace has at most ${MOST_PANES} panes`,
      onSelect: () => ask({ about: "new pane", opening: { workspace: id }, letter: "A" }),
    },
    { id: "name", label: "Rename…", onSelect: () => ask({ about: "name", workspace: id }) },
    {
      id: "double",
      label: "Duplicate",
      disabled: isFull,
      ...(isFull && { title: FULL }),
      onSelect: () => duplicate(workspace),
    },
    {
      id: "window",
      label: "Pop out",
      title: "Into a window of its own",
      onSelect: () => popOut({ show: id, ...(isCopy && { copy: workspace }) }),
    },
    { id: "link", label: "Link to this workspace…", onSelect: () => ask({ about: "link", workspace: id }) },
    { id: "links", label: "Link to all workspaces…", onSelect: () => ask({ about: "link to all" }) },
    { id: "remove", label: "Delete…", onSelect: () => ask({ about: "removal", workspace: id }) },
  ];
  return (
    <Menu
      label="Workspace"
      align="end"
      buttonLabel="Workspace menu"
      buttonClassName={styles["dots"] ?? ""}
      button={<Icon name="more" />}
      items={items}
    />
  );
}
