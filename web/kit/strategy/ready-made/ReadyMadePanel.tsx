import { useStore } from "jotai";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { VIEWS, type View } from "#contract/domain/strategy/ready-made.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { SegmentedControl } from "../../../components/controls/SegmentedControl.tsx";
import type { Trial } from "../../../components/strategy-trials/snapshot.ts";
import { formats } from "../../../format/format.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneElement, PaneState } from "../../../state/pane/pane.ts";
import { Facts } from "../figures/Facts.tsx";
import { limitText, marginText, popText } from "../figures/figure-rows.ts";
import { countOf } from "../legs/book.ts";
import { useMadeLegs } from "../legs/use-made-legs.ts";
import { StrategyPanel } from "../StrategyPanel.tsx";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";
import { useTrials } from "../use-trials.ts";
import { placeTemplates } from "./place-templates.ts";
import styles from "./ready-made.module.css";

const LABELS: Readonly<Record<View, string>> = {
  bullish: "Bullish",
  bearish: "Bearish",
  neutral: "Neutral",
  volatile: "Volatile",
};
const SEGMENTS = VIEWS.map((value) => ({ value, label: LABELS[value] }));

/** Where the templates stand changes with the money and with the prices there are, not with each tick. */
const placesOf =
  (view: View) =>
  ({ snapshot, context }: PaneState<StrategySnapshot>) => {
    if (!snapshot || !context) return [];
    const { expiry, expiries } = context;
    return placeTemplates(view, snapshot, { near: expiry, far: expiries.find((one) => one > expiry) });
  };

/** Strategies by what the trader expects, each with what it may win and lose before the press that fills the legs. */
export function ReadyMadePanel(): ReactNode {
  const { stateAtom } = useStrategy();
  const [view, choose] = useState<View>(VIEWS[0]);
  const root = useRef<PaneElement & HTMLDivElement>(null);
  const places = useSlowFact(
    stateAtom,
    useMemo(() => placesOf(view), [view]),
  );
  const trials = useMemo(() => places.map(({ legs = [] }) => ({ held: [], legs })), [places]);
  const answers = useTrials(trials, root);
  return (
    <StrategyPanel name="Ready-made">
      <div ref={root} className={styles["body"]}>
        <SegmentedControl label="View of the market" segments={SEGMENTS} value={view} onChange={choose} />
        <ul className={styles["list"]}>
          {places.map(({ template, legs }, i) => (
            <Entry key={template.name} name={template.name} trial={legs && answerTo(legs.length, answers[i])} />
          ))}
        </ul>
        <p className={common["quiet"]}>
          One lot of each leg of a template, at strikes half a standard deviation apart. They take the place of the
          legs.
        </p>
      </div>
    </StrategyPanel>
  );
}

/** An answer to another view's question is none. */
const answerTo = (legs: number, trial: Trial | undefined): Trial | undefined =>
  trial?.legs.length === legs ? trial : undefined;

interface EntryProps {
  readonly name: string;
  readonly trial: Trial | undefined;
}

function Entry({ name, trial }: EntryProps): ReactNode {
  const pane = useStrategy();
  const store = useStore();
  const make = useMadeLegs();
  const { legs, figures } = trial ?? {};
  function fill(): void {
    const made = make(legs ?? []);
    if (made.length === 0) return;
    store.set(pane.clearAtom);
    store.set(pane.legsAtom, made);
  }
  const net = figures?.netCredit ?? Number.NaN;
  return (
    <li>
      <button
        type="button"
        className={styles["entry"]}
        onClick={fill}
        {...(!legs && { disabled: true, title: "A strike of it has no price" })}
      >
        {name}
        <span className={common["quiet"]}>{countOf(legs ?? [])}</span>
      </button>
      {figures ? (
        <Facts
          facts={[
            { label: "Max Profit", value: limitText(figures.maxProfit) },
            { label: "Max Loss", value: limitText(figures.maxLoss) },
            { label: net >= 0 ? "Net Credit" : "Net Debit", value: formats.whole.text(Math.abs(net)) },
            { label: "Margin", value: marginText(figures.margin) },
            { label: "PoP", value: popText(figures.pop) },
          ]}
        />
      ) : undefined}
    </li>
  );
}
