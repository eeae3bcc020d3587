import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, Suspense } from "react";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { lazyPart } from "../../../components/lazy-part.ts";
import { toneOf } from "../../../components/tone.ts";
import { brokerSessionAtom } from "../../../state/account/broker.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { useDecimals } from "../../pane/figures/use-decimals.ts";
import { ChargesTable } from "../charges/ChargesTable.tsx";
import { useCharges } from "../charges/use-charges.ts";
import common from "../strategy.module.css";
import type { FiguresView } from "../strategy-atoms.ts";
import { useStrategy, useStrategyFact } from "../strategy-pane.ts";
import { type Fact, Facts } from "./Facts.tsx";
import { baseOf, greekRows, money, payoffRows, shareOf } from "./figure-rows.ts";
import styles from "./figures.module.css";

function figuresOf({ snapshot }: PaneState<StrategySnapshot>) {
  if (!snapshot || snapshot.valuation.legs.length === 0) return undefined;
  const { legs, payoff: _, days: __, bands: ___, ...rest } = snapshot.valuation;
  return { ...rest, count: legs.length, isSold: legs.some(({ lots, isExpired }) => lots < 0 && !isExpired) };
}

const VIEWS: readonly { readonly view: FiguresView; readonly label: string }[] = [
  { view: "payoff", label: "Payoff" },
  { view: "greeks", label: "Greeks" },
  { view: "charges", label: "Charges" },
];

const Settlements = lazyPart(() => import("../legs/Settlements.tsx"), "Settlements");
const BrokerMargin = lazyPart(() => import("./BrokerMargin.tsx"), "BrokerMargin");

interface FiguresProps {
  /** What the first estimate is called. */
  readonly marginLabel?: string;
  /** Of the gross P&L. */
  readonly totalLabel?: string;
  /** The greeks have a line 'Capital'. */
  readonly hasCapital?: true;
}

/** Of what a strategy ties up nobody knows more than the margin. */
const CAPITAL: Fact = { label: "Capital", value: "---" };

/** The strategy in figures: what it may win and lose, its greeks, what trading it takes; buttons turn from one to another. */
export function Figures({ marginLabel, totalLabel = "Total P&L", hasCapital }: FiguresProps): ReactNode {
  const pane = useStrategy();
  const known = useStrategyFact(figuresOf);
  const legs = useAtomValue(pane.shownLegsAtom);
  const [view, setView] = useAtom(pane.figuresAtom);
  const isNet = useAtomValue(pane.isNetAtom);
  const decimals = useDecimals(pane);
  const hasExpired = useAtomValue(pane.expiredAtom).length > 0;
  const hasBroker = useAtomValue(brokerSessionAtom)?.isBrokerLogin === true;
  const isLive = useAtomValue(pane.contextAtom)?.day === undefined;
  const figures = legs.length > 0 ? known : undefined;
  const realised = legs.reduce((sum, leg) => sum + leg.realised, 0);
  // With nothing open it is what was realised; the worker has nothing to say then.
  const isClosed = legs.length > 0 && legs.every(({ action }) => action === undefined);
  const gross = figures ? figures.unrealised + realised : isClosed ? realised : Number.NaN;
  const base = figures ? baseOf(figures) : Number.NaN;
  return (
    <section className={styles["figures"]} aria-label="Figures">
      <header className={styles["total"]}>
        <span>{isNet ? "Net P&L" : totalLabel}</span>
        {isNet ? <NetTotal gross={gross} base={base} /> : <Total total={gross} base={base} />}
      </header>
      {figures && figures.priced < figures.count ? (
        <p className={styles["note"]}>{`${figures.priced} of ${figures.count} legs priced`}</p>
      ) : undefined}
      {hasExpired ? (
        <Suspense>
          <Settlements />
        </Suspense>
      ) : undefined}
      {view === "charges" ? (
        <ChargesTable />
      ) : (
        <Facts
          facts={
            view === "payoff"
              ? payoffRows(figures, decimals, marginLabel)
              : [...greekRows(figures), ...(hasCapital ? [CAPITAL] : [])]
          }
        />
      )}
      {view === "payoff" && hasBroker && isLive && figures ? (
        <Suspense>
          <BrokerMargin />
        </Suspense>
      ) : undefined}
      <footer className={styles["views"]}>
        {VIEWS.filter((one) => one.view !== view).map((one) => (
          <Button key={one.view} size="header" onClick={() => setView(one.view)}>
            {one.label}
          </Button>
        ))}
      </footer>
    </section>
  );
}

interface TotalProps {
  readonly total: number;
  /** What its share is of; NaN without legs. */
  readonly base: number;
  readonly children?: ReactNode;
}

function Total({ total, base, children }: TotalProps): ReactNode {
  return (
    <span data-tone={toneOf(total)}>
      <b>{money.text(total)}</b> {shareOf(total, base)}
      {children}
    </span>
  );
}

/** After what entering took and closing would take. */
function NetTotal({ gross, base }: { readonly gross: number; readonly base: number }): ReactNode {
  const charges = useCharges();
  const net = charges ? gross - charges.entry.total - charges.closing.total : Number.NaN;
  return (
    <Total total={net} base={base}>
      <span className={common["quiet"]}>{` gross ${money.text(gross)}`}</span>
    </Total>
  );
}
