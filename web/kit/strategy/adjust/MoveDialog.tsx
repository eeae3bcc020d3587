import { useAtomValue, useStore } from "jotai";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { expiryKey, expiryLabel, parseExpiry } from "#contract/domain/instruments.ts";
import { moved } from "#contract/domain/strategy/leg-edits.ts";
import { legKey, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { Select } from "../../../components/controls/Select.tsx";
import { ConfirmDialog } from "../../../components/overlays/ConfirmDialog.tsx";
import { formats } from "../../../format/format.ts";
import { strikeText } from "../../../format/strike-text.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import type { PaneElement, PaneState } from "../../../state/pane/pane.ts";
import { usePriceFormats } from "../../pane/figures/use-decimals.ts";
import { Facts } from "../figures/Facts.tsx";
import { marginText } from "../figures/figure-rows.ts";
import { freezeOf, makingAt } from "../ladder/use-press.ts";
import { contractName } from "../legs/contract-name.ts";
import { marksOf } from "../legs/marks.ts";
import { factsOf } from "../legs/use-made-legs.ts";
import { figuresNow, useStrategy } from "../strategy-pane.ts";
import { useTrials } from "../use-trials.ts";
import styles from "./adjust.module.css";

/** Strikes up and down that a shift offers. */
const SHIFTS = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5];
const SAME_DELTA = "delta" as const;

const marketOf = ({ snapshot, context }: PaneState<StrategySnapshot>) =>
  snapshot && context && { step: snapshot.ladder.step, margin: snapshot.valuation.margin, expiries: context.expiries };

interface MoveDialogProps {
  readonly leg: StrategyLeg;
  onClose(): void;
}

/** A roll to another expiry, or a shift to another strike: what it brings in and what margin it leaves, before it is done. */
export function MoveDialog({ leg, onClose }: MoveDialogProps): ReactNode {
  const pane = useStrategy();
  const store = useStore();
  const { price } = usePriceFormats(pane);
  const market = useSlowFact(pane.stateAtom, marketOf);
  const held = useAtomValue(pane.heldAtom);
  const open = held.findIndex((one) => legKey({ ...one, expiry: expiryKey(one.expiry) }) === legKey(leg));
  const own = parseExpiry(leg.expiry);
  const [expiry, chooseExpiry] = useState<IsoDate>(own);
  const [shift, chooseShift] = useState<number | typeof SAME_DELTA>(0);
  const step = market?.step ?? 0;
  const strike = shift === SAME_DELTA ? shift : leg.strike + shift * step;
  const isSame = expiry === own && strike === leg.strike;
  const from = held[open];
  const trials = useMemo(() => {
    if (isSame || !from) return [];
    const others = held.filter((one) => one !== from);
    const place = strike === SAME_DELTA ? { deltaOf: from } : strike;
    return [{ held: others, legs: [{ type: from.type, expiry, strike: place, lots: from.lots }] }];
  }, [held, from, isSame, expiry, strike]);
  const root = useRef<PaneElement & HTMLDivElement>(null);
  const [trial] = useTrials(trials, root);
  const exit = useSlowFact(pane.stateAtom, marksOf)[legKey(leg)]?.price ?? Number.NaN;

  // An answer to the question before this one is none.
  const [to] = trial?.legs ?? [];
  const isAnswer = to?.expiry === expiry && to.type === leg.type && (strike === SAME_DELTA || to.strike === strike);
  const answer = !isSame && isAnswer && !Number.isNaN(exit) ? { to, exit, margin: trial?.figures.margin } : undefined;
  const found = answer && movedLegs();
  const made = found === "taken" ? undefined : found;
  function movedLegs() {
    const now = figuresNow(store, pane);
    if (!answer || !now) return undefined;
    const { snapshot, context } = now;
    const { symbol, expiries } = context;
    const making = (lotSize: number) => makingAt(symbol, lotSize, snapshot, freezeOf(store, symbol));
    const target = factsOf(answer.to, snapshot.date, expiries);
    const prices = { exit: answer.exit, entry: answer.to.price };
    const before = store.get(pane.legsAtom).find((one) => legKey(one) === legKey(target));
    if (before?.action !== undefined) return "taken";
    return moved(leg, target, prices, { exit: making(leg.lotSize), entry: making(target.lotSize) }, before);
  }
  function apply(): void {
    if (!made) return;
    const [closed, entered] = made.legs;
    const others = store.get(pane.legsAtom).filter((one) => legKey(one) !== legKey(entered));
    store.set(pane.legsAtom, [...others.map((one) => (legKey(one) === legKey(closed) ? closed : one)), entered]);
    onClose();
  }
  const whyNot =
    found === "taken"
      ? "There is an open leg in this contract already"
      : made
        ? undefined
        : "Choose a contract that has a price";
  const margin = market?.margin ?? Number.NaN;
  const isFuture = leg.type === "FUT";
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Roll or shift ${contractName(leg)}`}
      width={400}
      confirm="Apply"
      why={whyNot}
      onConfirm={apply}
    >
      <div ref={root} className={styles["orderForm"]}>
        <Select
          label="Expiry"
          prefix="Expiry"
          options={(market?.expiries ?? [own]).map((value) => ({ value, label: expiryLabel(value) }))}
          value={expiry}
          onChange={chooseExpiry}
          size="form"
        />
        {isFuture ? undefined : (
          <Select
            label="Strike"
            prefix="Strike"
            options={[
              ...SHIFTS.map((steps) => ({ value: steps, label: shiftLabel(leg.strike, steps, step) })),
              ...(expiry === own ? [] : [{ value: SAME_DELTA, label: "Same delta" }]),
            ]}
            value={shift}
            onChange={chooseShift}
            size="form"
          />
        )}
        <Facts
          facts={[
            { label: "Out at", value: price.text(answer?.exit ?? Number.NaN) },
            {
              label: answer ? `In: ${contractName({ ...answer.to, expiry: expiryKey(answer.to.expiry) })} at` : "In at",
              value: price.text(answer?.to.price ?? Number.NaN),
            },
            {
              label: made && made.credit < 0 ? "Net Debit" : "Net Credit",
              value: formats.whole.text(Math.abs(made?.credit ?? Number.NaN)),
            },
            {
              label: "Estimated Margin",
              value: answer ? `${marginText(margin)} → ${marginText(answer.margin ?? Number.NaN)}` : marginText(margin),
            },
          ]}
        />
      </div>
    </ConfirmDialog>
  );
}

function shiftLabel(strike: number, steps: number, step: number): string {
  const to = strikeText(strike + steps * step);
  return steps === 0 ? `${to}, the same` : `${to} (${steps > 0 ? "+" : "−"}${Math.abs(steps)})`;
}
