import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { expiryLabel, parseExpiry, underlyingOf } from "#contract/domain/instruments.ts";
import { withEntry } from "#contract/domain/strategy/leg-edits.ts";
import { legKey, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { IconButton } from "../../components/IconButton.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { Select } from "../../components/Select.tsx";
import { numberFormat } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import { usePriceFormats } from "../../kit/pane/use-decimals.ts";
import { dayNote } from "../../kit/series/series-chart.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { symbolOf, termsOf } from "./book.ts";
import styles from "./builder.module.css";
import { contractName } from "./LegButtons.tsx";
import { type Mark, marksOf } from "./marks.ts";
import { ALL_DAYS, builder } from "./pane.ts";
import { money } from "./payoff-chart.ts";
import type { Snapshot } from "./snapshot.ts";

const percent = numberFormat({ decimals: 2, suffix: "%" });

const todayOf = ({ snapshot }: PaneState<Snapshot>): string | undefined => snapshot?.date;

/** The legs, a line each. */
export function LegList(): ReactNode {
  const pane = builder.use();
  const legs = useAtomValue(pane.shownLegsAtom);
  const marks = useSlowFact(pane.stateAtom, marksOf);
  return (
    <section className={styles["legs"]} aria-label="Legs">
      <header className={styles["legsTitle"]}>
        <span className={styles["strong"]}>Legs</span>
        <span className={styles["quiet"]}>{legs.length === 0 ? "none yet" : `${legs.length}`}</span>
        <TradedDays />
      </header>
      <table className={styles["legTable"]}>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">Side</span>
            </th>
            <th>Lots</th>
            <th>Expiry</th>
            <th>Contract</th>
            <th data-right="">Entry</th>
            <th data-right="">LTP</th>
            <th data-right="">IV</th>
            <th data-right="">P&L</th>
            <th>
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {legs.map((leg) => (
            <LegLine key={legKey(leg)} leg={leg} mark={marks[legKey(leg)]} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** 'Total P&L' or one day; where all orders are of one day there is nothing to choose. */
function TradedDays(): ReactNode {
  const pane = builder.use();
  const days = useAtomValue(pane.daysAtom);
  const [day, choose] = useAtom(pane.tradedDayAtom);
  const today = useSlowFact(pane.stateAtom, todayOf);
  if (days.length < 2) return undefined;
  const options = [
    { value: ALL_DAYS, label: "Total P&L" },
    ...days.map((value) => ({ value, label: value === today ? "Intraday" : dayNote(value) })),
  ];
  return <Select label="Traded day" options={options} value={day} onChange={choose} />;
}

function LegLine({ leg, mark }: { readonly leg: StrategyLeg; readonly mark: Mark | undefined }): ReactNode {
  const pane = builder.use();
  const { price } = usePriceFormats(pane);
  const [legs, setLegs] = useAtom(pane.legsAtom);
  const { action, totalContracts, lotSize, realised } = leg;
  const sign = action === "sell" ? "−" : action === "buy" ? "+" : "";
  const { unrealised = Number.NaN, iv = Number.NaN, isTwinIv = false } = mark ?? {};
  const pnl = action === undefined ? realised : unrealised;
  return (
    <tr data-closed={action === undefined || undefined}>
      <td>
        {action === undefined ? undefined : (
          <span className={styles["badge"]} data-side={action}>
            {action === "buy" ? "B" : "S"}
          </span>
        )}
      </td>
      <td>{`${sign}${totalContracts}x${lotSize}`}</td>
      <td className={styles["quiet"]}>{expiryLabel(parseExpiry(leg.expiry))}</td>
      <td className={styles["strong"]}>
        {leg.type === "FUT" ? "Futures" : strikeText(leg.strike)}{" "}
        {leg.type === "FUT" ? undefined : (
          <span className={styles[leg.type === "CE" ? "call" : "put"]}>{leg.type}</span>
        )}
      </td>
      <td data-right="">
        <EntryPrice leg={leg} />
      </td>
      <td data-right="">{price.text(mark?.price ?? Number.NaN)}</td>
      <td
        data-right=""
        title={isTwinIv ? "Its own price admits no IV: the target stands on the other side's" : undefined}
      >
        {leg.type === "FUT" ? "" : `IV: ${percent.text(iv)}`}
      </td>
      <td data-right="" data-tone={pnl > 0 ? "up" : pnl < 0 ? "down" : undefined}>
        {action === undefined ? "" : money.text(unrealised)}
        {realised === 0 ? "" : ` (${money.text(realised)})`}
      </td>
      <td>
        <IconButton
          label={`Remove ${contractName(leg)}`}
          onClick={() => setLegs(legs.filter((one) => legKey(one) !== legKey(leg)))}
        >
          <Icon name="close" />
        </IconButton>
      </td>
    </tr>
  );
}

/** The average price. It can be typed over where every order was made here, and not across several days. */
function EntryPrice({ leg }: { readonly leg: StrategyLeg }): ReactNode {
  const pane = builder.use();
  const { price } = usePriceFormats(pane);
  const days = useAtomValue(pane.daysAtom);
  const day = useAtomValue(pane.tradedDayAtom);
  const symbol = useSlowFact(pane.stateAtom, symbolOf);
  const [legs, setLegs] = useAtom(pane.legsAtom);
  const isOurs = leg.orders.every(({ builder: isMade }) => isMade);
  const isTotal = days.length > 1 && day === ALL_DAYS;
  if (!isOurs || isTotal || leg.action === undefined)
    return <span title={isOurs ? undefined : "A broker's price"}>{price.text(leg.ltp)}</span>;
  const { tick, ...underlying } = underlyingOf(symbol);
  return (
    <input
      type="number"
      className={styles["entry"]}
      aria-label={`Entry price of ${contractName(leg)}`}
      min={0}
      step={tick}
      value={leg.ltp}
      onChange={({ target }) => {
        const typed = Math.max(target.valueAsNumber || 0, 0);
        const terms = termsOf(leg, { tick, ...underlying });
        setLegs(legs.map((one) => (legKey(one) === legKey(leg) ? withEntry(one, typed, terms) : one)));
      }}
    />
  );
}
