import { useAtomValue, useSetAtom } from "jotai";
import { memo, type ReactNode, Suspense, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { ErrorBoundary } from "../../components/feedback/ErrorBoundary.tsx";
import { createMount } from "../../kit/pane/create-mount.ts";
import { MountProvider, type PaneMount } from "../../kit/pane/mount.ts";
import type { PaneElement } from "../../state/pane/pane.ts";
import { activePanesAtom } from "./board.ts";
import { type Place, WHOLE } from "./layout/places.ts";
import type { PaneId } from "./layout/tree.ts";
import { PaneMenu } from "./PaneMenu.tsx";
import { activateAtom, closePaneAtom, createPlaceAtoms, type PanePlace, toggleMaximisedAtom } from "./pane-atoms.ts";
import { paneScreen, viewOfPane } from "./pane-screens.ts";
import { percent } from "./percent.ts";
import styles from "./workspace.module.css";

interface PaneFrameProps {
  readonly workspace: string;
  readonly pane: PaneId;
  readonly screen: string;
  readonly place: Place;
  /** Of the workspace, the pane that fills it alone. */
  readonly maximised: PaneId | undefined;
}

const makeMount = (place: PanePlace): PaneMount =>
  createMount({ ...createPlaceAtoms(place), Menu: () => <PaneMenu place={place} /> });

/**
 * One pane. It stands where it is placed, as a sibling of all others: moving it, or another one, changes its style and
 * nothing else, so that its canvases and its subscription stay. Behind a pane that fills the workspace it is out of sight
 * and asks for nothing.
 */
export const PaneFrame = memo(function PaneFrame(props: PaneFrameProps): ReactNode {
  const { workspace, pane, screen, place, maximised } = props;
  const [mount] = useState(() => makeMount({ workspace, pane }));
  const isActive = useAtomValue(activePanesAtom)[workspace] === pane;
  const activate = useSetAtom(activateAtom);
  const close = useSetAtom(closePaneAtom);
  const toggleMaximised = useSetAtom(toggleMaximisedAtom);
  const isAlone = maximised === pane;
  const isBehind = maximised !== undefined && !isAlone;
  const touch = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void => {
    activate({ workspace, pane });
    // Where there is too much to do, it goes before the others.
    currentTarget.querySelector<PaneElement>("[data-pane]")?.paneHandle?.activate();
  };
  return (
    <div
      className={styles["frame"]}
      style={percent(isAlone ? WHOLE : place)}
      inert={isBehind}
      tabIndex={-1}
      data-place={pane}
      data-behind={isBehind || undefined}
      data-active={isActive || undefined}
      onPointerDownCapture={touch}
      onFocusCapture={touch}
    >
      <div className={styles["content"]}>
        <ErrorBoundary key={screen}>
          <MountProvider value={mount}>
            <Suspense>
              <Screen id={screen} place={{ workspace, pane }} />
            </Suspense>
          </MountProvider>
        </ErrorBoundary>
      </div>
      <div className={styles["small"]}>
        <p>
          <b>{paneScreen(screen)?.title ?? screen}</b> Too small to show here
        </p>
        <span className={styles["ways"]}>
          <Button size="header" title="Alt+Enter" onClick={() => toggleMaximised({ workspace, pane })}>
            Maximise
          </Button>
          <Button size="header" onClick={() => close({ workspace, pane })}>
            Close
          </Button>
        </span>
      </div>
    </div>
  );
});

function Screen({ id, place }: { readonly id: string; readonly place: PanePlace }): ReactNode {
  const close = useSetAtom(closePaneAtom);
  const screen = paneScreen(id);
  if (!screen)
    return (
      <EmptyState
        message={`This release has no screen '${id}'.`}
        action={<Button onClick={() => close(place)}>Close the pane</Button>}
      />
    );
  const View = viewOfPane(screen);
  return <View />;
}
