import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect } from "react";
import type { StrategySnapshot } from "#contract/worker/strategy-pane.ts";
import { historyDaysAtom, settlementDay, sourceOf } from "../../../state/clock/history.ts";
import { exchangeClockAtom } from "../../../state/market/market.ts";
import type { PaneState } from "../../../state/pane/pane.ts";
import { ListedDays } from "../../series/days/listed-days.ts";
import styles from "../figures/figures.module.css";
import { useStrategy, useStrategyFact } from "../strategy-pane.ts";

const unsettledOf = ({ snapshot }: PaneState<StrategySnapshot>): number =>
  (snapshot?.valuation.legs ?? []).filter(({ isExpired, price }) => isExpired && Number.isNaN(price)).length;

/** Finds the days on which legs of a passed expiry were settled, and says how they count. */
export function Settlements(): ReactNode {
  const { contextAtom, expiredAtom, settledOnAtom, lacksDaysAtom } = useStrategy();
  const context = useAtomValue(contextAtom);
  const expired = useAtomValue(expiredAtom);
  const live = useAtomValue(exchangeClockAtom)?.time.source;
  const days = useAtomValue(historyDaysAtom);
  const settle = useSetAtom(settledOnAtom);
  const unsettled = useStrategyFact(unsettledOf);
  const symbol = context?.symbol;
  const source = sourceOf(context?.day, live);

  useEffect(() => {
    if (!days || symbol === undefined) return;
    const found = expired.map((expiry) => [expiry, settlementDay(days, expiry, source, symbol)] as const);
    settle(Object.fromEntries(found.flatMap(([expiry, day]) => (day ? [[expiry, day]] : []))));
  }, [days, expired, source, symbol, settle]);

  return (
    <p className={styles["note"]}>
      Expired legs count at what they were settled at, and in nothing ahead.
      <ListedDays lacksAtom={lacksDaysAtom} />
      {unsettled > 0 ? " What it was is not known here for each: the total waits for it." : ""}
    </p>
  );
}
