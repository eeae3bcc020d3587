import { useStore } from "jotai";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from "react";
import type uPlot from "uplot";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { ChartModel } from "../../../charts/chart-model.ts";
import type { ChartPainters } from "../../../charts/chart-painters.ts";
import { formats } from "../../../format/format.ts";
import { frameQueue } from "../../../frame/frame-queue.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { useDecimals, usePriceFormats } from "../../pane/use-decimals.ts";
import { money } from "../figures/figure-rows.ts";
import { useStrategy } from "../strategy-pane.ts";
import styles from "./payoff.module.css";
import { PAINTERS } from "./payoff-chart.ts";
import { createTargetMark, type TargetMark } from "./target-mark.ts";

/** Arrow keys move by this part of a strike step. */
const STEPS_A_STRIKE = 10;

function factsOf({ snapshot }: PaneState<StrategySnapshot>) {
  if (!snapshot || snapshot.valuation.legs.length === 0) return undefined;
  const { ladder, valuation } = snapshot;
  const { payoff, spot, projected } = valuation;
  return { spot, projected, from: payoff.spots[0] ?? 0, to: payoff.spots.at(-1) ?? 0, strikeStep: ladder.step };
}

/**
 * The target's spot on the chart: its mark, and a handle that is drawn along the axis, with the mouse or with keys. Double
 * click and Escape lead back to the spot now.
 *
 * @returns what paints the chart, and what stands over it
 */
export function useTargetHandle(): { readonly painters: ChartPainters; readonly handle: ReactNode } {
  const pane = useStrategy();
  const store = useStore();
  const { price } = usePriceFormats(pane);
  const whole = useDecimals(pane) === 4 ? price : formats.whole;
  const facts = useSlowFact(pane.restingStateAtom, factsOf);
  const element = useRef<HTMLDivElement>(null);
  const markElement = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const isHeld = useRef(false);

  const { painters, write, setMark } = useMemo(() => {
    let painted: { readonly chart: uPlot; readonly model: ChartModel } | undefined;
    let mark: TargetMark | undefined;
    const write = (): void => {
      const { snapshot } = store.get(pane.stateAtom);
      if (!painted || !snapshot || snapshot.valuation.legs.length === 0) return;
      const { spot, spotNow, projected } = snapshot.valuation;
      mark?.(painted.chart, painted.model, {
        spot,
        spotText: spot === spotNow ? "" : whole.text(spot),
        projected,
        projectedText: `Projected P&L: ${money.text(projected)}`,
      });
      // Under the pointer it stands where the pointer is: the chart follows a little later.
      if (!isHeld.current) place(painted.chart, element.current, painted.chart.valToPos(spot, "x"));
    };
    const painters: ChartPainters = {
      ...PAINTERS,
      over(made, model) {
        PAINTERS.over?.(made, model);
        chart.current = made;
        painted = { chart: made, model };
        write();
      },
    };
    const setMark = (next: TargetMark | undefined): void => {
      mark = next;
      write();
    };
    return { painters, write, setMark };
  }, [store, pane, whole]);

  const isShown = facts !== undefined;
  useLayoutEffect(() => {
    const root = markElement.current;
    if (!isShown || !root) return;
    setMark(createTargetMark(root)); // the chart may have been painted before
    const frames = frameQueue().join(root, write);
    const end = store.sub(pane.stateAtom, () => frames.request());
    return () => {
      end();
      frames.dispose();
      setMark(undefined);
    };
  }, [isShown, store, pane, write, setMark]);
  if (!facts) return { painters, handle: undefined };
  const { spot, projected, from, to, strikeStep } = facts;
  /** Where it was moved to last: the facts may be of a moment ago. */
  const current = (): number => store.get(pane.whatIfAtom).spot ?? spot;

  function move(wanted: number): void {
    const step = strikeStep / STEPS_A_STRIKE;
    const decimals = step < 1 ? 4 : 2;
    const whatIf = store.get(pane.whatIfAtom);
    store.set(pane.whatIfAtom, { ...whatIf, spot: Number(Math.min(Math.max(wanted, from), to).toFixed(decimals)) });
  }
  function reset(): void {
    const { spot: _, ...rest } = store.get(pane.whatIfAtom);
    store.set(pane.whatIfAtom, rest);
  }
  function drag(event: PointerEvent): void {
    const made = chart.current;
    if (!made || !isHeld.current) return;
    const left = Math.min(Math.max(event.clientX - made.over.getBoundingClientRect().left, 0), made.over.clientWidth);
    place(made, element.current, left);
    move(made.posToVal(left, "x"));
  }
  function press(event: KeyboardEvent): void {
    const small = strikeStep / STEPS_A_STRIKE;
    const wanted: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => move(current() - (event.shiftKey ? strikeStep : small)),
      ArrowRight: () => move(current() + (event.shiftKey ? strikeStep : small)),
      ArrowDown: () => move(current() - small),
      ArrowUp: () => move(current() + small),
      PageDown: () => move(current() - strikeStep),
      PageUp: () => move(current() + strikeStep),
      Home: () => move(from),
      End: () => move(to),
      Escape: reset,
    };
    const act = wanted[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation(); // the arrows are the crosshair's elsewhere on the chart
    act();
  }
  return {
    painters,
    handle: (
      <>
        <div ref={markElement} className={styles["mark"]} aria-hidden>
          <i className={styles["line"]} />
          <i className={styles["dot"]} />
          <b className={styles["label"]} />
          <b className={styles["label"]} />
        </div>
        <div
          ref={element}
          className={styles["handle"]}
          role="slider"
          tabIndex={0}
          aria-label="Target spot"
          aria-valuemin={from}
          aria-valuemax={to}
          aria-valuenow={spot}
          aria-valuetext={`${price.text(spot)}, P&L ${money.text(projected)}`}
          title="Drag, or use the arrow keys; double click leads back"
          onPointerDown={(event) => {
            isHeld.current = true;
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={drag}
          onLostPointerCapture={() => {
            isHeld.current = false;
          }}
          onDoubleClick={reset}
          onKeyDown={press}
        />
      </>
    ),
  };
}

/** @param left CSS pixels within the plot */
function place({ bbox }: uPlot, element: HTMLElement | null, left: number): void {
  if (!element) return;
  const bottom = (bbox.top + bbox.height) / devicePixelRatio;
  element.style.transform = `translate(${Math.round(bbox.left / devicePixelRatio + left)}px, ${Math.round(bottom)}px) translate(-50%, -100%)`;
}
