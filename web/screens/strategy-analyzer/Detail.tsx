import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useCallback, useEffect, useMemo } from "react";
import { expiryKey } from "#contract/domain/instruments.ts";
import { winsMostAtZero } from "#contract/domain/strategy/strategy-kinds.ts";
import { ChartHost } from "../../charts/ChartHost.tsx";
import { IconButton } from "../../components/controls/IconButton.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { toneOf } from "../../components/tone.ts";
import { formats, numberFormat } from "../../format/format.ts";
import { SideName } from "../../kit/pane/figures/SideName.tsx";
import { useDecimals, usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { useSnapshotSource } from "../../kit/pane/snapshot-source.ts";
import { type Fact, Facts } from "../../kit/strategy/figures/Facts.tsx";
import { levelText, limitText, marginText, money } from "../../kit/strategy/figures/figure-rows.ts";
import { SideBadge } from "../../kit/strategy/legs/LegTable.tsx";
import { useMadeLegs } from "../../kit/strategy/legs/use-made-legs.ts";
import { PAINTERS, payoffData, payoffSpec } from "../../kit/strategy/payoff/payoff-chart.ts";
import common from "../../kit/strategy/strategy.module.css";
import { strikeTextOf } from "../../kit/strikes/strike-list.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import { isTroubled, type PaneState } from "../../state/pane/pane.ts";
import styles from "./analyzer.module.css";
import { type Candidate, type Frozen, kindAt, quotedLegs } from "./candidate.ts";
import { contractIn, contractsOf } from "./contracts.ts";
import { OpenInBuilder } from "./OpenInBuilder.tsx";
import { analyzer } from "./pane.ts";
import type { Analysis, Snapshot } from "./snapshot.ts";
import { breakEvenText, chanceText, chanceTitle, REMOTE_REWARD, rewardText } from "./words.ts";

const percent = numberFormat({ decimals: 2, suffix: "%" });

/** The candidate that is looked at: its payoff, its legs at the frozen prices, its figures. */
export function Detail(): ReactNode {
  const pane = analyzer.use();
  const shown = useAtomValue(pane.shownAtom);
  const candidate = useAtomValue(pane.selectedAtom);
  return shown && candidate ? <OfCandidate {...shown} candidate={candidate} /> : undefined;
}

interface OfCandidateProps {
  readonly analysis: Analysis;
  readonly frozen: Frozen;
  readonly candidate: Candidate;
}

function OfCandidate({ analysis, frozen, candidate }: OfCandidateProps): ReactNode {
  const pane = analyzer.use();
  const select = useSetAtom(pane.selectedAtom);
  const { price } = usePriceFormats(pane);
  const quotes = useQuotes(frozen, candidate);
  const row = useAtomValue(pane.chosenAtom);
  const [{ lotSize = 1 } = {}] = quotes;
  const textOf = strikeTextOf(analysis.strikes);
  return (
    <section className={styles["detail"]} aria-label="Candidate">
      <header className={styles["detailHead"]}>
        <h2>{candidate.kind}</h2>
        <p className={common["quiet"]}>
          <span>{row < 0 ? "not listed," : `row ${row + 1},`}</span> <span>{`1 lot of ${lotSize}`}</span>
        </p>
        <OpenInBuilder legs={quotes} />
        <IconButton label="Close the candidate" onClick={() => select(undefined)}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div className={styles["payoff"]}>
        <Chart />
      </div>
      <ul className={styles["quotes"]} aria-label="Legs">
        {quotes.map((leg) => (
          <li key={`${leg.strike}${leg.type}`}>
            <SideBadge side={leg.lots > 0 ? "buy" : "sell"} />
            <span>{`${leg.lots > 0 ? "+" : "−"}${Math.abs(leg.lots)}x${leg.lotSize}`}</span>
            <span className={common["strong"]}>
              {textOf(leg.strike)} <SideName side={leg.type === "CE" ? "ce" : "pe"}>{leg.type}</SideName>
            </span>
            <b>{price.text(leg.price)}</b>
            <span className={common["quiet"]}>{leg.iv > 0 ? percent.text(leg.iv * 100) : "no IV"}</span>
          </li>
        ))}
      </ul>
      {row < 0 ? undefined : <Figures analysis={analysis} row={row} credit={creditOf(quotes, frozen)} />}
    </section>
  );
}

/** At the expiry, and at the target; the narrow panel has no room for the builder's controls. */
function Chart(): ReactNode {
  const pane = analyzer.use();
  const settings = useAtomValue(pane.settingsAtom);
  const decimals = useDecimals(pane);
  const spec = useMemo(() => payoffSpec(decimals), [decimals]);
  const source = useSnapshotSource(
    pane,
    useCallback((snapshot: Snapshot) => payoffData(snapshot, settings, decimals), [settings, decimals]),
  );
  const stale = useSlowFact(pane.stateAtom, isTroubled);
  return (
    <ChartHost
      spec={spec}
      source={source}
      painters={PAINTERS}
      label="Payoff over the spot"
      heading="Payoff"
      stale={stale}
    />
  );
}

const creditOf = (quotes: readonly { readonly lots: number; readonly price: number }[], { market }: Frozen): number =>
  quotes.reduce((sum, { lots, price }) => sum - lots * price, 0) * market.units;

/** The legs as contracts, and as the legs that the payoff is drawn of. */
function useQuotes(frozen: Frozen, candidate: Candidate) {
  const pane = analyzer.use();
  const contracts = useSlowFact(pane.stateAtom, contractsOf);
  const make = useMadeLegs();
  const setLegs = useSetAtom(pane.legsAtom);
  const quotes = useMemo(
    () => quotedLegs(candidate, frozen, contractIn(contracts, expiryKey(frozen.context.expiry))),
    [candidate, frozen, contracts],
  );
  useEffect(() => {
    setLegs(make(quotes));
    return () => setLegs([]);
  }, [quotes, make, setLegs]);
  return quotes;
}

interface FiguresProps {
  readonly analysis: Analysis;
  readonly row: number;
  readonly credit: number;
}

const marginOf = ({ snapshot }: PaneState<Snapshot>): number => snapshot?.valuation.margin ?? 0;

function Figures({ analysis, row, credit }: FiguresProps): ReactNode {
  const pane = analyzer.use();
  const decimals = useDecimals(pane);
  const margin = useSlowFact(pane.stateAtom, marginOf);
  const isOptimizing = useAtomValue(pane.isOptimizingAtom);
  const at = (column: Float64Array): number => column[row] ?? Number.NaN;
  const [maxProfit, maxLoss, rule] = [at(analysis.maxProfit), at(analysis.maxLoss), at(analysis.rule)];
  const isAtZero = row >= 0 && winsMostAtZero(kindAt(analysis, row));
  const facts: readonly Fact[] = [
    { label: "Max Profit", value: limitText(maxProfit), tone: toneOf(maxProfit) },
    { label: "Max Loss", value: limitText(maxLoss), tone: toneOf(maxLoss) },
    { label: "RR", value: rewardText(at(analysis.reward), isAtZero), title: isAtZero ? REMOTE_REWARD : undefined },
    { label: "PoP", value: chanceText(at(analysis.pop), rule), title: chanceTitle(rule) },
    {
      label: "Break Even",
      value: breakEvenText(at(analysis.lower), at(analysis.upper), levelText(decimals)),
    },
    { label: credit >= 0 ? "Net Credit" : "Net Debit", value: formats.whole.text(Math.abs(credit)) },
    {
      label: "Estimated Margin",
      value: marginText(margin),
      aside: "now",
      title: "By the specification's rules, at the prices now",
    },
  ];
  const target = {
    label: "P&L at the target",
    value: money.text(at(analysis.atTarget)),
    tone: toneOf(at(analysis.atTarget)),
  };
  return (
    <div className={styles["figures"]}>
      <Facts facts={isOptimizing ? [...facts, target] : facts} />
    </div>
  );
}
