import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useMemo, useRef } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { activePanesAtom, changeAtom, maximisedPanesAtom } from "./board.ts";
import { placesOf, WHOLE } from "./layout/places.ts";
import { even, panesOf, resize } from "./layout/tree.ts";
import { movePane, type Workspace, withRoot } from "./layout/workspace.ts";
import { PaneFrame } from "./PaneFrame.tsx";
import { askedAtom } from "./pane-atoms.ts";
import { percent } from "./percent.ts";
import { useStep } from "./phone/use-phone.ts";
import { useSwipe } from "./phone/use-swipe.ts";
import { Sash } from "./Sash.tsx";
import { usePaneDrag } from "./use-pane-drag.ts";
import styles from "./workspace.module.css";

interface StageProps {
  readonly workspace: Workspace;
  /** One whose tab is not open stays as it is, out of sight: it derives nothing. */
  readonly isShown: boolean;
  /** One pane has all the room; a swipe goes to the next. */
  readonly isPhone: boolean;
}

/** The panes of one workspace, flat siblings in the order in which they were opened. */
export function Stage({ workspace, isShown, isPhone }: StageProps): ReactNode {
  const { id, root, panes } = workspace;
  const stage = useRef<HTMLDivElement>(null);
  const places = useMemo(() => placesOf(root), [root]);
  const change = useSetAtom(changeAtom);
  const ask = useSetAtom(askedAtom);
  const chosen = useAtomValue(maximisedPanesAtom)[id];
  const touched = useAtomValue(activePanesAtom)[id];
  const maximised = isPhone ? (touched !== undefined && touched in panes ? touched : panesOf(root)[0]) : chosen;
  const swipe = useSwipe(useStep());
  const { drop, handlers } = usePaneDrag(stage, places.panes, (pane, target, zone) =>
    change(id, (one) => movePane(one, pane, target, zone)),
  );
  const isAlone = maximised !== undefined;
  return (
    <div
      ref={stage}
      className={styles["stage"]}
      data-aside={!isShown || undefined}
      data-workspace={id}
      {...(isAlone ? {} : handlers)}
      {...(isPhone ? swipe : {})}
    >
      {Object.entries(panes).map(([pane, { screen }]) => (
        <PaneFrame
          key={pane}
          workspace={id}
          pane={pane}
          screen={screen}
          place={places.panes.get(pane) ?? WHOLE}
          maximised={maximised}
        />
      ))}
      {isAlone
        ? undefined
        : places.sashes.map((sash) => (
            <Sash
              key={[...sash.path, sash.boundary].join()}
              sash={sash}
              onMoved={(at) => change(id, (one) => withRoot(one, resize(one.root, sash.path, sash.boundary, at)))}
              onEven={() => change(id, (one) => withRoot(one, even(one.root, sash.path)))}
            />
          ))}
      {drop && <div className={styles["drop"]} style={percent(drop.place)} />}
      {root === undefined ? (
        <EmptyState
          message="There is no pane in this workspace yet."
          action={
            <Button onClick={() => ask({ about: "new pane", opening: { workspace: id }, letter: "A" })}>
              Add a pane
            </Button>
          }
        />
      ) : undefined}
    </div>
  );
}
