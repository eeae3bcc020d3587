import { useAtom, useAtomValue, useStore } from "jotai";
import { memo, type ReactNode, useState } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { withEntry } from "#contract/domain/strategy/leg-edits.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { termsOf } from "#contract/domain/strategy/position.ts";
import { strategyName } from "#contract/domain/strategy/ready-made.ts";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { IconButton } from "../../../components/controls/IconButton.tsx";
import { Select } from "../../../components/controls/Select.tsx";
import { Icon } from "../../../components/more-icons.tsx";
import { universeAtom } from "../../../state/market/market.ts";
import { useSlowFact } from "../../../state/market/slow-fact.ts";
import { listedTick } from "../../../state/orders/contract-terms.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { useDecimals, usePriceFormats } from "../../pane/figures/use-decimals.ts";
import common from "../strategy.module.css";
import { ALL_DAYS } from "../strategy-atoms.ts";
import { changeLeg, useStrategy, useStrategyFact } from "../strategy-pane.ts";
import { countOf, newOrderId, symbolOf } from "./book.ts";
import { contractName } from "./contract-name.ts";
import { LegTable } from "./LegTable.tsx";
import styles from "./legs.module.css";
import { marksOf } from "./marks.ts";
import { PutAwayLegs } from "./PutAwayLegs.tsx";

const todayOf = ({ snapshot }: PaneState<StrategySnapshot>): string | undefined => snapshot?.date;

interface LegListProps {
  /** Beside the title. */
  readonly actions?: ReactNode;
  /** While there is no leg, it offers those that were put away. */
  readonly bringsBack?: true;
}

/** The legs, a line each, and what they are made of. */
export function LegList({ actions, bringsBack }: LegListProps): ReactNode {
  const pane = useStrategy();
  const { price } = usePriceFormats(pane);
  const legs = useAtomValue(pane.shownLegsAtom);
  const marks = useStrategyFact(marksOf);
  const name = strategyName(useAtomValue(pane.livingAtom));
  const kept = useAtomValue(pane.openAtom)?.name;
  return (
    <section className={styles["legs"]} aria-label="Legs">
      <header className={styles["title"]}>
        <span className={common["strong"]}>{name ?? "Legs"}</span>
        <span className={common["quiet"]}>{legs.length === 0 ? "none yet" : countOf(legs)}</span>
        <span className={styles["kept"]} title={kept}>
          {kept}
        </span>
        <span className={styles["actions"]}>
          {actions}
          <TradedDays />
        </span>
      </header>
      {legs.length === 0 && bringsBack ? <PutAwayLegs /> : undefined}
      <LegTable
        legs={legs}
        marks={marks}
        price={price}
        entry={(leg) => <EntryPrice leg={leg} />}
        actions={(leg) => <RemoveLeg leg={leg} />}
      />
    </section>
  );
}

const RemoveLeg = memo(function RemoveLeg({ leg }: { readonly leg: StrategyLeg }): ReactNode {
  const pane = useStrategy();
  const store = useStore();
  return (
    <IconButton label={`Remove ${contractName(leg)}`} onClick={() => changeLeg(store, pane, leg, () => [])}>
      <Icon name="close" />
    </IconButton>
  );
});

/** 'Total P&L' or one day; where all orders are of one day there is nothing to choose. */
function TradedDays(): ReactNode {
  const pane = useStrategy();
  const days = useAtomValue(pane.daysAtom);
  const [day, choose] = useAtom(pane.tradedDayAtom);
  const today = useSlowFact(pane.stateAtom, todayOf);
  const isAdjusting = useAtomValue(pane.panelAtom) === "adjust";
  if (days.length < 2) return undefined;
  const options = [
    { value: ALL_DAYS, label: "Total P&L" },
    ...days.map((value) => ({ value, label: value === today ? "Intraday" : dayWords(value) })),
  ];
  return (
    <Select
      label="Traded day"
      options={options}
      value={day}
      onChange={choose}
      {...(isAdjusting && { disabled: true, title: "Adjusting is of all days" })}
    />
  );
}

const whoseOf = ({ orders }: StrategyLeg): string =>
  orders.some(({ isTraded }) => isTraded) ? "A broker's price" : "Of an adjusted leg";

/** The average price. It can be typed over where every order was made here, and of several days for one of them alone. */
const EntryPrice = memo(function EntryPrice({ leg }: { readonly leg: StrategyLeg }): ReactNode {
  const pane = useStrategy();
  const { price } = usePriceFormats(pane);
  const decimals = useDecimals(pane);
  const [typed, setTyped] = useState<string>();
  const days = useAtomValue(pane.daysAtom);
  const day = useAtomValue(pane.tradedDayAtom);
  const symbol = useSlowFact(pane.stateAtom, symbolOf);
  const store = useStore();
  const universe = useAtomValue(universeAtom);
  const isOurs = leg.orders.every(({ builder: isMade }) => isMade);
  const isTotal = days.length > 1 && day === ALL_DAYS;
  if (!isOurs || isTotal || leg.action === undefined)
    return <span title={isOurs ? undefined : whoseOf(leg)}>{price.text(leg.ltp)}</span>;
  return (
    <input
      type="number"
      className={common["price"]}
      aria-label={`Entry price of ${contractName(leg)}`}
      min={0}
      step={listedTick(universe, symbol, leg.type)}
      // As it is typed, as long as it is: '98.5' does not become '98.50' under the hand.
      value={typed !== undefined && (Number(typed) || 0) === leg.ltp ? typed : leg.ltp.toFixed(decimals)}
      onBlur={() => setTyped(undefined)}
      onChange={({ target }) => {
        const price = Math.max(target.valueAsNumber || 0, 0);
        const making = { newId: newOrderId, terms: termsOf(leg, underlyingOf(symbol)) };
        setTyped(target.value);
        changeLeg(store, pane, leg, (one) => withEntry(one, price, making, leg.orders));
      }}
    />
  );
});
