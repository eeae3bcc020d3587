import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useEffect, useRef } from "react";
import { PaneHeader } from "../../components/PaneHeader.tsx";
import { activeLetterNameAtom } from "../../state/letters.ts";
import { type PaneElement, type PaneState, usePane } from "../../state/pane.ts";
import { useSlowFact } from "../../state/slow-fact.ts";
import type { Pane } from "./create-pane.ts";
import { ExpirySelect } from "./ExpirySelect.tsx";
import { FutureExpirySelect } from "./FutureExpirySelect.tsx";
import { ROUTE_MOUNT, useMount } from "./mount.ts";
import { PaneFreshness } from "./PaneFreshness.tsx";
import { PaneProblem } from "./PaneProblem.tsx";
import { PaneReplay } from "./PaneReplay.tsx";
import styles from "./pane.module.css";
import { ReplayFrame } from "./ReplayFrame.tsx";
import { SymbolSelect } from "./SymbolSelect.tsx";

interface PaneScreenProps<Params, Snapshot> {
  readonly pane: Pane<Params, Snapshot>;
  /** The screen's own selectors, after symbol and expiry. */
  readonly selectors?: ReactNode;
  /** `HeaderFigure` elements: the figures of the moment that is shown. */
  readonly figures?: ReactNode;
  readonly settings?: ReactNode;
  /** Rows between the header and the body. */
  readonly controls?: ReactNode;
  /** The body: it takes the room that is left. Where a room cannot be had, the reason stands in its place. */
  readonly children: ReactNode;
}

const isLoadingOf = ({ status }: PaneState<unknown>): boolean => status === "loading";
const problemOf = ({ status, message }: PaneState<unknown>): string | undefined =>
  status === "missing" ? message : undefined;

/**
 * The one frame of every screen: link letter, title, symbol and expiry, selectors, figures, freshness, replay; then the
 * body with the red frame of a replay. It subscribes the pane while it is mounted.
 */
export function PaneScreen<Params, Snapshot>(props: PaneScreenProps<Params, Snapshot>): ReactNode {
  const { pane, selectors, figures, settings, controls, children } = props;
  const { screen, stateAtom } = pane;
  const scope = screen.scope ?? ["symbol", "expiry"];
  const root = useRef<PaneElement>(null);
  const retry = usePane(screen, pane, root);
  const mount = useMount();
  const letter = useAtomValue(mount.letterAtom);
  const [active, activate] = useAtom(activeLetterNameAtom);
  // The pane of a route is the only one there is.
  useEffect(() => {
    if (mount === ROUTE_MOUNT) activate(letter);
  }, [mount, letter, activate]);
  const isLoading = useSlowFact(stateAtom, isLoadingOf);
  const problem = useSlowFact(stateAtom, problemOf);
  return (
    <section
      ref={root}
      className={styles["pane"]}
      aria-label={screen.title}
      data-pane=""
      data-active={(mount !== ROUTE_MOUNT && active === letter) || undefined}
      onPointerDownCapture={() => activate(letter)}
      onFocusCapture={() => activate(letter)}
    >
      <PaneHeader
        letter={letter}
        title={screen.title}
        symbol={scope.includes("symbol") ? <SymbolSelect disabled={isLoading} /> : undefined}
        expiry={
          <>
            {scope.includes("expiry") ? <ExpirySelect disabled={isLoading} /> : undefined}
            {scope.includes("futureExpiry") ? (
              <FutureExpirySelect disabled={isLoading} isMarketWide={screen.home === "market"} />
            ) : undefined}
          </>
        }
        selectors={selectors}
        figures={figures}
        freshness={<PaneFreshness stateAtom={stateAtom} />}
        replay={<PaneReplay />}
        settings={settings}
        compact={mount.isCompact}
      />
      {controls}
      {problem === undefined ? (
        <div className={styles["body"]}>
          {children}
          <ReplayFrame />
        </div>
      ) : (
        <PaneProblem message={problem} scope={scope} onRetry={retry} />
      )}
    </section>
  );
}
