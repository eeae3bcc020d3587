import { useStore } from "jotai";
import {
  createRef,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useMemo,
} from "react";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import type { ChartPainters, Painting } from "../../../charts/chart-painters.ts";
import { wholePicture } from "../../../charts/picture.ts";
import { openSurface } from "../../../grid/thread/start-paint-thread.ts";
import { isSameFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { usePriceFormats } from "../../pane/figures/use-decimals.ts";
import { money } from "../figures/figure-rows.ts";
import { useStrategy, useStrategyFact } from "../strategy-pane.ts";
import styles from "./payoff.module.css";
import { paintPayoff } from "./payoff-chart.ts";

/** Arrow keys move by this part of a strike step. */
const STEPS_A_STRIKE = 10;

function factsOf({ snapshot }: PaneState<StrategySnapshot>) {
  if (!snapshot || snapshot.valuation.legs.length === 0) return undefined;
  const { ladder, valuation } = snapshot;
  const { payoff, spot, projected } = valuation;
  return { spot, projected, from: payoff.spots[0] ?? 0, to: payoff.spots.at(-1) ?? 0, strikeStep: ladder.step };
}

/** What the painter of the chart and the handle over it know of each other. */
interface Held {
  chart?: Painting;
  /** Of the picture that was painted last. */
  bbox?: Painting["bbox"];
  readonly element: RefObject<HTMLDivElement | null>;
  isHeld: boolean;
}

/**
 * The target's spot on the chart: a handle that is drawn along the axis, with the mouse or with keys. Double click and Escape
 * lead back to the spot now.
 *
 * @returns what paints the chart, and what stands over it; both stay the same
 */
export function useTargetHandle(): { readonly painters: ChartPainters; readonly handle: ReactNode } {
  const { stateAtom, restingStateAtom } = useStrategy();
  const store = useStore();
  return useMemo(() => {
    const held: Held = { element: createRef(), isHeld: false };
    const painters: ChartPainters = {
      whole: wholePicture(openSurface, (chart, model) => {
        paintPayoff(chart, model);
        const state = store.get(stateAtom);
        const isMoving = store.get(restingStateAtom) !== state;
        const isResized = !isSameFact(chart.bbox, held.bbox);
        held.chart = chart;
        held.bbox = { ...chart.bbox };
        // At a tick it goes with the words: the picture is another thread's, and alone it would cost the page a frame.
        if (!isMoving && !isResized) return;
        const spot = factsOf(state)?.spot;
        // Under the pointer it stands where the pointer is: the chart follows a little later.
        if (spot !== undefined && !held.isHeld) place(chart, held.element.current, chart.valToPos(spot, "x"));
      }),
    };
    return { painters, handle: <TargetHandle held={held} /> };
  }, [store, stateAtom, restingStateAtom]);
}

/** A part of its own: the chart's other parts have nothing to do at a tick. */
function TargetHandle({ held }: { readonly held: Held }): ReactNode {
  const pane = useStrategy();
  const store = useStore();
  const { price } = usePriceFormats(pane);
  const facts = useStrategyFact(factsOf);
  const { spot: standsAt, from: leftEnd, to: rightEnd } = facts ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ends move it, too
  useLayoutEffect(() => {
    const { chart, element, isHeld } = held;
    // The chart may have been painted before the handle was there.
    if (chart && standsAt !== undefined && !isHeld) place(chart, element.current, chart.valToPos(standsAt, "x"));
  }, [held, standsAt, leftEnd, rightEnd]);
  if (!facts) return undefined;
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
    const made = held.chart;
    if (!made || !held.isHeld) return;
    const left = Math.min(Math.max(event.clientX - made.over.getBoundingClientRect().left, 0), made.over.clientWidth);
    place(made, held.element.current, left);
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
  return (
    <div
      ref={held.element}
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
        held.isHeld = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onLostPointerCapture={() => {
        held.isHeld = false;
      }}
      onDoubleClick={reset}
      onKeyDown={press}
    />
  );
}

/** @param left CSS pixels within the plot */
function place({ bbox }: Painting, element: HTMLElement | null, left: number): void {
  if (!element) return;
  const bottom = (bbox.top + bbox.height) / devicePixelRatio;
  element.style.transform = `translate(${Math.round(bbox.left / devicePixelRatio + left)}px, ${Math.round(bottom)}px) translate(-50%, -100%)`;
}
