import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { HeaderFigure } from "../../components/header/HeaderFigure.tsx";
import { PaneHeader } from "../../components/header/PaneHeader.tsx";
import { lazyPart } from "../../components/lazy-part.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { activeLetterNameAtom } from "../../state/pane/letters.ts";
import { type PaneElement, type PaneState, usePane } from "../../state/pane/pane.ts";
import { pricingAtom } from "../../state/saved/preferences.ts";
import type { Pane } from "./create-pane.ts";
import { ExpirySelect } from "./ExpirySelect.tsx";
import { ROUTE_MOUNT, useMount } from "./mount.ts";
import styles from "./pane.module.css";
import { PaneReplay } from "./replay/PaneReplay.tsx";
import { ReplayFrame } from "./replay/ReplayFrame.tsx";
import { SymbolSelect } from "./SymbolSelect.tsx";

// No part of the first figures: they come after the board.
const FutureExpirySelect = lazyPart(() => import("./FutureExpirySelect.tsx"), "FutureExpirySelect");
const PaneFreshness = lazyPart(() => import("./PaneFreshness.tsx"), "PaneFreshness");
const PaneProblem = lazyPart(() => import("./PaneProblem.tsx"), "PaneProblem");
const PaneCsv = lazyPart(() => import("../csv/PaneCsv.tsx"), "PaneCsv");

interface PaneScreenProps<Params, Snapshot> {
  readonly pane: Pane<Params, Snapshot>;
  /** The screen's own selectors, after symbol and expiry. */
  readonly selectors?: ReactNode;
  /** Why the future expiry cannot be chosen now: the figures are not of one. */
  readonly fixedExpiry?: string | undefined;
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
  const { pane, selectors, fixedExpiry, figures, settings, controls, children } = props;
  const { screen, stateAtom } = pane;
  const scope = screen.scope ?? ["symbol", "expiry"];
  const root = useRef<PaneElement>(null);
  const retry = usePane(screen, { ...pane, paramsAtom: pane.askedParamsAtom }, root);
  const mount = useMount();
  const { isCompact, Menu } = mount;
  const letter = useAtomValue(mount.letterAtom);
  const activate = useSetAtom(activeLetterNameAtom);
  // The pane of a route is the only one there is.
  useEffect(() => {
    if (mount === ROUTE_MOUNT) activate(letter);
  }, [mount, letter, activate]);
  const { forward: isForward } = useAtomValue(pricingAtom);
  const isLoading = useSlowFact(stateAtom, isLoadingOf);
  const problem = useSlowFact(stateAtom, problemOf);
  return (
    <section
      ref={root}
      className={styles["pane"]}
      aria-label={screen.title}
      data-pane=""
      data-scope={scope.filter((one) => one !== "futureExpiry" || fixedExpiry === undefined).join(" ")}
      onPointerDownCapture={() => activate(letter)}
      onFocusCapture={() => activate(letter)}
    >
      <PaneHeader
        letter={letter}
        title={screen.title}
        symbol={!isCompact && scope.includes("symbol") ? <SymbolSelect disabled={isLoading} /> : undefined}
        expiry={
          isCompact ? undefined : (
            <>
              {scope.includes("expiry") ? (
                <ExpirySelect disabled={isLoading} asKeys={screen.expiryKeys === true} />
              ) : undefined}
              {scope.includes("futureExpiry") ? (
                <Suspense>
                  <FutureExpirySelect
                    disabled={isLoading}
                    fixed={fixedExpiry}
                    isMarketWide={screen.home === "market"}
                  />
                </Suspense>
              ) : undefined}
            </>
          )
        }
        selectors={selectors}
        figures={
          screen.pricesOnSpot && isForward ? (
            <>
              {figures}
              <HeaderFigure label="Priced on" value="Spot" change="no forward mode here" />
            </>
          ) : (
            figures
          )
        }
        freshness={
          <Suspense fallback={isCompact ? undefined : <span className={styles["freshness"]} />}>
            <PaneFreshness stateAtom={stateAtom} detail={!isCompact} />
          </Suspense>
        }
        replay={isCompact ? undefined : <PaneReplay />}
        settings={
          <>
            {isCompact ? undefined : (
              <Suspense fallback={<i className={styles["icon"]} />}>
                <PaneCsv />
              </Suspense>
            )}
            {settings}
            {Menu && <Menu />}
          </>
        }
        compact={isCompact}
      />
      {controls}
      {problem === undefined ? (
        <div className={styles["body"]}>
          {children}
          <ReplayFrame />
        </div>
      ) : (
        <Suspense>
          <PaneProblem message={problem} scope={scope} onRetry={retry} />
        </Suspense>
      )}
    </section>
  );
}
