import { useSetAtom, useStore } from "jotai";
import { memo, type ReactNode } from "react";
import { expiryLabel } from "#contract/domain/instruments.ts";
import { NO_SHIFT, type TargetLeg, type WhatIf } from "#contract/domain/strategy/valuation.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { counted } from "../../../format/count-words.ts";
import { numberFormat, priceFormatOf } from "../../../format/format.ts";
import { useFact } from "../../../state/market/slow-fact.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { useDecimals } from "../../pane/figures/use-decimals.ts";
import { levelText, WHOLE_FROM } from "../figures/figure-rows.ts";
import { StrategyPanel } from "../StrategyPanel.tsx";
import common from "../strategy.module.css";
import { useStrategy, useStrategyFact } from "../strategy-pane.ts";
import { ShiftField } from "./ShiftField.tsx";
import { TargetFigures } from "./TargetFigures.tsx";
import styles from "./what-if.module.css";
import { changedOf, whatIfTitle } from "./what-if-title.ts";
import { daysText, spanOf, targetText } from "./what-if-words.ts";

/** Shares of every IV, and points of one expiry's, to each side; per cent. */
const MOST_SHARE = 50;
const MOST_POINTS = 20;
const PERCENT = 100;
const shares = numberFormat({ decimals: 2, signed: true, suffix: "%" });
const iv = numberFormat({ decimals: 2 });

interface ExpiryFacts {
  readonly legs: number;
  /** Mean IV of its options as priced, per cent, as it is shown: of a change that nobody sees nothing is rendered. */
  readonly iv: number;
}

function factsOf({ snapshot }: PaneState<StrategySnapshot>) {
  if (!snapshot || snapshot.valuation.legs.length === 0) return undefined;
  const { spotNow, payoff, days, legs } = snapshot.valuation;
  const { spots } = payoff;
  return {
    spotNow,
    range: [spots[0] ?? 0, spots.at(-1) ?? 0] as const,
    daysNow: days.now,
    expiries: expiriesOf(legs),
    model: snapshot.pricedOn.forward ? "forward" : "specification",
  };
}

function expiriesOf(legs: readonly TargetLeg[]): Readonly<Record<string, ExpiryFacts>> {
  const facts: Record<string, ExpiryFacts> = {};
  for (const { expiry, type, shownIv, isExpired } of legs) {
    if (type === "FUT" || isExpired) continue;
    const { legs: count, iv: mean } = facts[expiry] ?? { legs: 0, iv: 0 };
    facts[expiry] = { legs: count + 1, iv: (mean * count + shownIv * PERCENT) / (count + 1) };
  }
  for (const [expiry, one] of Object.entries(facts)) facts[expiry] = { ...one, iv: Math.round(one.iv * 100) / 100 };
  return facts;
}

const MODELS = {
  forward: "Forward model: Black-76, minutes to the close, each leg's own IV.",
  specification: "Specification's model: Black-Scholes on the spot, whole days. Fractions of a day need forward mode.",
};

/** Another spot, another moment, other IVs: every figure follows. */
export function WhatIfPanel(): ReactNode {
  const pane = useStrategy();
  const setWhatIf = useSetAtom(pane.whatIfAtom);
  const facts = useStrategyFact(factsOf);
  const changed = useFact(pane.whatIfAtom, changedOf);
  return (
    <StrategyPanel
      name="What-if"
      title={useFact(pane.whatIfAtom, whatIfTitle)}
      actions={
        <Button
          size="header"
          kind="quiet"
          onClick={() => setWhatIf(NO_SHIFT)}
          {...(changed === 0 && { disabled: true, title: "Nothing is changed" })}
        >
          Reset
        </Button>
      }
    >
      <div className={styles["body"]}>
        {facts ? (
          <>
            <SpotField spotNow={facts.spotNow} range={facts.range} />
            <DateField />
            <IvField />
            {Object.entries(facts.expiries).map(([expiry, one]) => (
              <ExpiryField key={expiry} expiry={expiry as IsoDate} {...one} />
            ))}
            <TargetFigures />
            <p className={common["quiet"]}>{MODELS[facts.model as keyof typeof MODELS]}</p>
          </>
        ) : (
          <p className={common["quiet"]}>There is no leg yet.</p>
        )}
      </div>
    </StrategyPanel>
  );
}

const spotOf = ({ spot }: WhatIf): number | undefined => spot;
const daysLeftOf = ({ daysLeft }: WhatIf): number | undefined => daysLeft;
const ivOf = ({ iv }: WhatIf): WhatIf["iv"] => iv;

/** One choice of the what-if, and what changes it: the fields of the others have nothing to do. */
function useChoice<Choice>(of: (whatIf: WhatIf) => Choice) {
  const { whatIfAtom } = useStrategy();
  const store = useStore();
  const change = (next: (whatIf: WhatIf) => WhatIf): void => store.set(whatIfAtom, next(store.get(whatIfAtom)));
  return [useFact(whatIfAtom, of), change] as const;
}

interface SpotFieldProps {
  readonly spotNow: number;
  readonly range: readonly [from: number, to: number];
}

function SpotField({ spotNow, range: [from, to] }: SpotFieldProps): ReactNode {
  const pane = useStrategy();
  const [chosen, change] = useChoice(spotOf);
  const decimals = useDecimals(pane);
  const level = levelText(decimals);
  const step = decimals === 4 ? 0.0025 : spotNow < WHOLE_FROM ? 0.05 : 1;
  const onStep = (steps: number): number => Number((steps * step).toFixed(decimals));
  const spot = chosen ?? Number(spotNow.toFixed(decimals));
  const share = (spot / spotNow - 1) * PERCENT;
  return (
    <ShiftField
      label="Spot"
      value={spot}
      now={spotNow}
      from={onStep(Math.ceil(from / step))}
      to={onStep(Math.floor(to / step))}
      step={step}
      words={[
        level(from),
        <>
          {`now ${priceFormatOf(decimals).text(spotNow)}`}
          {chosen === undefined ? "" : `, ${shares.text(share)}`}
        </>,
        level(to),
      ]}
      onChange={(next) => change((whatIf) => ({ ...whatIf, spot: next }))}
    />
  );
}

/** Steps of the date, of the whole way from now to the expiry. */
const DATE_STEPS = 200;

const DateField = memo(function DateField(): ReactNode {
  const pane = useStrategy();
  const [daysLeft, change] = useChoice(daysLeftOf);
  const span = useFact(pane.restingStateAtom, spanOf);
  if (!span) return undefined;
  const { daysNow } = span;
  const left = Math.min(daysLeft ?? daysNow, daysNow);
  return (
    <ShiftField
      label="Date"
      value={daysNow - left}
      now={0}
      from={0}
      to={daysNow}
      step={daysNow > 0 ? daysNow / DATE_STEPS : 1}
      text={targetText(span, left)}
      words={["now", daysText(left), "expiry"]}
      disabled={daysNow === 0}
      onChange={(passed) => {
        change(({ daysLeft: _, ...rest }) =>
          passed <= 0 ? rest : { ...rest, daysLeft: Math.max(daysNow - passed, 0) },
        );
      }}
    />
  );
});

const IvField = memo(function IvField(): ReactNode {
  const [shift, change] = useChoice(ivOf);
  return (
    <ShiftField
      label="IV, every expiry (%)"
      value={Math.round(shift.all * PERCENT)}
      now={0}
      from={-MOST_SHARE}
      to={MOST_SHARE}
      step={1}
      words={[`−${MOST_SHARE} %`, shift.all === 0 ? "as priced" : "", `+${MOST_SHARE} %`]}
      onChange={(percent) => change((whatIf) => ({ ...whatIf, iv: { ...whatIf.iv, all: percent / PERCENT } }))}
    />
  );
});

const ExpiryField = memo(function ExpiryField({
  expiry,
  legs: count,
  iv: now,
}: ExpiryFacts & { readonly expiry: IsoDate }): ReactNode {
  const [{ all, byExpiry }, change] = useChoice(ivOf);
  const points = Math.round((byExpiry[expiry] ?? 0) * PERCENT * 100) / 100;
  const legs = counted(count, "leg");
  const moved = now * (1 + all) + points;
  return (
    <ShiftField
      label={`IV ${expiryLabel(expiry)} (points)`}
      value={points}
      now={0}
      from={-MOST_POINTS}
      to={MOST_POINTS}
      step={0.25}
      words={[
        `−${MOST_POINTS}`,
        moved === now ? `${legs}, ${iv.text(now)}` : `${legs}, ${iv.text(now)} → ${iv.text(moved)}`,
        `+${MOST_POINTS}`,
      ]}
      onChange={(next) =>
        change(({ iv: { all, byExpiry }, ...rest }) => ({
          ...rest,
          iv: { all, byExpiry: { ...byExpiry, [expiry]: next / PERCENT } },
        }))
      }
    />
  );
});
