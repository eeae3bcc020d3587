import { useAtomValue } from "jotai";
import { memo, type ReactNode } from "react";
import { expiryKey } from "#contract/domain/instruments.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { toneOf } from "../../../components/tone.ts";
import { numberFormat, priceFormatOf } from "../../../format/format.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { useDecimals } from "../../pane/figures/use-decimals.ts";
import { FigureTable } from "../../side-panel/FigureTable.tsx";
import { Facts } from "../figures/Facts.tsx";
import { greekRows, levelText, money, shareOf } from "../figures/figure-rows.ts";
import { contractName } from "../legs/contract-name.ts";
import { useStrategy, useStrategyFact } from "../strategy-pane.ts";
import styles from "./what-if.module.css";
import { spanOf, targetText } from "./what-if-words.ts";

const percent = numberFormat({ decimals: 1 });

function targetOf(state: PaneState<StrategySnapshot>) {
  const { snapshot } = state;
  if (!snapshot) return undefined;
  const { legs, projected, spot, days, delta, gamma, theta, vega, pop, margin } = snapshot.valuation;
  const span = spanOf(state);
  return {
    spot,
    at: span ? targetText(span, days.target) : "now",
    projected,
    margin,
    greeks: { delta, gamma, theta, vega, pop },
    legs: legs.map(({ expiry, strike, type, lots, target, iv, quantity, entry }) => ({
      name: `${lots > 0 ? "+" : "−"}${Math.abs(lots)} ${contractName({ expiry: expiryKey(expiry), strike, type })}`,
      price: target,
      iv: iv * 100,
      pnl: quantity * (target - entry),
      isFuture: type === "FUT",
    })),
  };
}

/** 'P&L at 24,500 on 21 Aug 15:40', and what each leg is worth there. */
export const TargetFigures = memo(function TargetFigures(): ReactNode {
  const pane = useStrategy();
  const target = useStrategyFact(targetOf);
  const isNet = useAtomValue(pane.isNetAtom);
  const decimals = useDecimals(pane);
  const price = priceFormatOf(decimals);
  if (!target) return undefined;
  const { projected, margin } = target;
  const share = shareOf(projected, margin);
  return (
    <section className={styles["target"]} aria-label="Target">
      <Facts
        facts={[
          {
            label: `${isNet ? "Net P&L" : "P&L"} at ${levelText(decimals)(target.spot)} ${target.at === "now" ? "now" : `on ${target.at}`}`,
            value: money.text(projected),
            tone: toneOf(projected),
            aside: share === "" ? undefined : `${share} of margin`,
          },
          ...greekRows(target.greeks),
        ]}
      />
      <FigureTable
        head={["Leg at the target", "Price", "IV", "P&L"]}
        rows={target.legs.map(({ name, price: value, iv, pnl, isFuture }) => ({
          label: name,
          figures: [price.text(value), isFuture ? "" : percent.text(iv), { text: money.text(pnl), tone: toneOf(pnl) }],
        }))}
      />
    </section>
  );
});
