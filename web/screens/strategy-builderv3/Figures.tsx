import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { riskReward } from "#contract/domain/strategy/figures.ts";
import { Button } from "../../components/Button.tsx";
import { formats, numberFormat } from "../../format/format.ts";
import { useDecimals } from "../../kit/pane/use-decimals.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./builder.module.css";
import { builder } from "./pane.ts";
import { money } from "./payoff-chart.ts";
import type { Snapshot } from "./snapshot.ts";

const share = numberFormat({ decimals: 1, suffix: "%", signed: true });
const ratio = numberFormat({ decimals: 2 });
const figure = (decimals: number) => numberFormat({ decimals, signed: true });
const MOST_BREAK_EVENS = 6;

function figuresOf({ snapshot }: PaneState<Snapshot>) {
  if (!snapshot) return undefined;
  const { legs, payoff: _, days: __, bands: ___, ...rest } = snapshot.valuation;
  return { ...rest, count: legs.length };
}

/** The strategy in figures: what it may win and lose, and its greeks; a button turns from one to the other. */
export function Figures(): ReactNode {
  const pane = builder.use();
  const facts = useSlowFact(pane.stateAtom, figuresOf);
  const legs = useAtomValue(pane.shownLegsAtom);
  const [view, setView] = useAtom(pane.figuresAtom);
  const decimals = useDecimals(pane);
  const realised = legs.reduce((sum, leg) => sum + leg.realised, 0);
  const hasLegs = legs.length > 0 && facts !== undefined;
  const total = hasLegs ? facts.unrealised + realised : Number.NaN;
  const other = view === "payoff" ? "Greeks" : "Payoff";
  return (
    <section className={styles["figures"]} aria-label="Figures">
      <header className={styles["total"]}>
        <span>Total P&L</span>
        <span data-tone={total > 0 ? "up" : total < 0 ? "down" : undefined}>
          <b>{money.text(total)}</b> {hasLegs ? shareOf(total, baseOf(facts)) : ""}
        </span>
      </header>
      {hasLegs && facts.priced < facts.count ? (
        <p className={styles["note"]}>{`${facts.priced} of ${facts.count} legs priced`}</p>
      ) : undefined}
      <dl className={styles["list"]}>
        {(view === "payoff"
          ? payoffRows(hasLegs ? facts : undefined, decimals)
          : greekRows(hasLegs ? facts : undefined)
        ).map(({ label, value, aside, tone, title }) => (
          <div key={label} title={title}>
            <dt>{label}</dt>
            <dd data-tone={tone}>
              {value} {aside === undefined ? undefined : <span className={styles["quiet"]}>{aside}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <Button size="header" onClick={() => setView(view === "payoff" ? "greeks" : "payoff")}>
        {other}
      </Button>
    </section>
  );
}

type Facts = NonNullable<ReturnType<typeof figuresOf>>;

interface FigureRow {
  readonly label: string;
  readonly value: string;
  readonly aside?: string | undefined;
  readonly tone?: "up" | "down" | undefined;
  readonly title?: string | undefined;
}

/** What per cents are of: the debit where one was paid, else the margin. */
const baseOf = ({ netCredit, margin }: Facts): number => (netCredit < 0 ? -netCredit : margin);

const shareOf = (value: number, base: number): string =>
  Number.isFinite(value) && base > 0 ? share.text((value / base) * 100) : "";

const amount = (value: number): string =>
  Number.isFinite(value) ? money.text(value) : Number.isNaN(value) ? "-" : "Unlimited";

function payoffRows(facts: Facts | undefined, decimals: 2 | 4): readonly FigureRow[] {
  if (!facts)
    return ["Max Profit", "Max Loss", "Break Even", "RR", "Net Debit/Credit", "Estimated Margin"].map((label) => ({
      label,
      value: label === "Estimated Margin" ? "---" : label === "Break Even" || label === "RR" ? "NA" : "-",
    }));
  const { maxProfit, maxLoss, breakEvens, netCredit, margin } = facts;
  const rr = riskReward(maxProfit, maxLoss);
  const price = decimals === 4 ? formats.price4 : formats.whole;
  const isKnown = breakEvens.length >= 1 && breakEvens.length <= MOST_BREAK_EVENS;
  return [
    {
      label: "Max Profit",
      value: amount(maxProfit),
      aside: shareOf(maxProfit, margin),
      tone: maxProfit > 0 ? "up" : undefined,
    },
    {
      label: "Max Loss",
      value: amount(maxLoss),
      aside: shareOf(maxLoss, baseOf(facts)),
      tone: maxLoss < 0 ? "down" : undefined,
    },
    { label: "Break Even", value: isKnown ? breakEvens.map(price.text).join(" - ") : "NA" },
    { label: "RR", value: Number.isNaN(rr) ? "NA" : `1 : ${ratio.text(rr)}` },
    {
      label: netCredit > 0 ? "Net Credit" : netCredit < 0 ? "Net Debit" : "Net Debit/Credit",
      value: formats.whole.text(Math.abs(netCredit)),
    },
    { label: "Estimated Margin", value: margin > 0 ? formats.whole.text(margin) : "---" },
  ];
}

function greekRows(facts: Facts | undefined): readonly FigureRow[] {
  const { delta = Number.NaN, theta = Number.NaN, gamma = Number.NaN, vega = Number.NaN, pop } = facts ?? {};
  const percent = pop?.percent ?? Number.NaN;
  return [
    { label: "Delta", value: figure(1).text(delta) },
    { label: "Theta", value: figure(0).text(theta), title: "Rupees a day" },
    { label: "Gamma", value: figure(3).text(gamma) },
    { label: "Vega", value: figure(0).text(vega), title: "Rupees a point of IV" },
    {
      label: "PoP",
      value: Number.isNaN(percent) ? "-" : `${Math.round(percent)}%${pop?.isCorrected ? " †" : ""}`,
      title: pop?.isCorrected
        ? `The usual rule gives ${Math.round(pop.rule)}%: it takes a credit for a profit in the middle, and this payoff is the other way round`
        : undefined,
    },
  ];
}
