import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { heldLots } from "#contract/domain/strategy/position.ts";
import { LegName } from "../../kit/strategy/legs/LegName.tsx";
import { StrategyPanel } from "../../kit/strategy/StrategyPanel.tsx";
import common from "../../kit/strategy/strategy.module.css";
import styles from "./handed.module.css";
import { analyzerBuilder } from "./pane.ts";

/** The strategies that were handed over: a press shows one. */
export function HandedList(): ReactNode {
  const pane = analyzerBuilder.use();
  const received = useAtomValue(pane.receivedAtom);
  const [shown, show] = useAtom(pane.shownAtom);
  const strategies = received?.strategies ?? [];
  return (
    <StrategyPanel name="Strategies" title={`Strategies (${strategies.length})`}>
      <div className={styles["scroller"]}>
        <table className={common["table"]}>
          <thead>
            <tr>
              <th>Strategy</th>
              <th>Strikes</th>
            </tr>
          </thead>
          <tbody>
            {strategies.map((one) => (
              <tr key={one.id} data-shown={one.id === shown} onClick={() => show(one)}>
                <td>
                  <button type="button" className={styles["name"]} title={one.name} aria-pressed={one.id === shown}>
                    {one.name.split(",")[0]}
                  </button>
                </td>
                <td className={styles["legs"]}>
                  {one.strategy.map((leg) =>
                    leg.type === "FUT" || leg.isClosed ? undefined : (
                      <LegName key={leg.id} leg={{ type: leg.type, strike: leg.strike, lots: heldLots(leg) }} />
                    ),
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </StrategyPanel>
  );
}
