import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useMemo } from "react";
import { expiryLabel } from "#contract/domain/instruments.ts";
import { minuteLabel } from "#contract/domain/reference/calendar.ts";
import { dayNumber } from "../../charts/axes/date-ticks.ts";
import { ChartStack, type StackedChart } from "../../charts/ChartStack.tsx";
import type { ChartData, ChartSource, LineSeries } from "../../charts/chart-spec.ts";
import { ScrollRegion } from "../../components/controls/ScrollRegion.tsx";
import { tellGoToDay } from "../../components/go-to-day-toast.ts";
import { toneOf } from "../../components/tone.ts";
import { formats } from "../../format/format.ts";
import { plainTick } from "../../kit/series/price-axis.ts";
import styles from "./backtest.module.css";
import { backtest } from "./pane.ts";
import type { SetResult } from "./snapshot.ts";
import { dayResult } from "./words.ts";

/** The chosen set: equity and drawdown, its days; and the other good ones. */
export function Results(): ReactNode {
  const pane = backtest.use();
  const shown = useAtomValue(pane.shownSetAtom);
  const charts = useMemo(() => (shown ? chartsOf(shown) : []), [shown]);
  if (!shown) return undefined;
  return (
    <div className={styles["results"]}>
      <div className={styles["charts"]}>
        <ChartStack charts={charts} pane="backtest" visible={ALL} onVisible={() => undefined} gutter={64} />
      </div>
      <div className={styles["tables"]}>
        <Days set={shown} />
        <Sets />
      </div>
    </div>
  );
}

const ALL = {};
const line = (id: string, label: string, colour: LineSeries["colour"]): LineSeries => ({
  kind: "line",
  id,
  label,
  colour,
  format: formats.signedWhole.text,
  tag: "solid",
});
const sourceOf = (data: ChartData): ChartSource => ({ read: () => data, subscribe: () => () => undefined });

/** Sums by the close of each day that was traded. */
function chartsOf({ days }: SetResult): readonly StackedChart[] {
  const traded = days.filter(({ skipped }) => skipped === undefined);
  const x = traded.map(({ date }) => dayNumber(date));
  let [sum, best] = [0, 0];
  const equity: number[] = [];
  const drawdown: number[] = [];
  for (const { net } of traded) {
    sum += net;
    best = Math.max(best, sum);
    equity.push(sum);
    drawdown.push(sum - best);
  }
  const y = { format: plainTick, zero: true };
  return [
    {
      id: "equity",
      label: "Equity by day",
      heading: "Equity, ₹ net",
      share: 2,
      spec: { x: { kind: "date" }, y, series: [line("equity", "Equity", "accent")] },
      source: sourceOf({ x, columns: [equity] }),
    },
    {
      id: "drawdown",
      label: "Drawdown by day",
      heading: "Drawdown, ₹",
      spec: { x: { kind: "date" }, y, series: [line("drawdown", "Drawdown", "down")] },
      source: sourceOf({ x, columns: [drawdown] }),
    },
  ];
}

function Days({ set }: { readonly set: SetResult }): ReactNode {
  const pane = backtest.use();
  const keys = useAtomValue(pane.runAtom)?.days ?? [];
  const replay = useSetAtom(pane.replayAtom);
  const largest = Math.max(...set.days.map(({ net }) => Math.abs(net)), 1);
  return (
    <ScrollRegion className={styles["scroller"]} label="Days">
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" data-right="">
              Net P&L
            </th>
            <th scope="col">
              <span className="visually-hidden">Bar</span>
            </th>
            <th scope="col" data-right="">
              Charges
            </th>
            <th scope="col">What happened</th>
          </tr>
        </thead>
        <tbody>
          {set.days.map((day) => {
            const key = keys.find(({ date }) => date === day.date);
            const at = day.fills[0]?.minute;
            const label = expiryLabel(day.date);
            return (
              <tr key={day.date}>
                <td>
                  {key && at !== undefined ? (
                    <button
                      type="button"
                      className={styles["link"]}
                      title={`Opens the replay at ${minuteLabel(at)}`}
                      onClick={() => void replay(key, at).then(tellGoToDay)}
                    >
                      {label}
                    </button>
                  ) : (
                    label
                  )}
                </td>
                <td data-right="" data-tone={toneOf(day.net)}>
                  {day.skipped === undefined ? formats.signedPrice.text(day.net) : "-"}
                </td>
                <td className={styles["bar"]} data-tone={toneOf(day.net)}>
                  <span style={{ width: `${(Math.abs(day.net) / largest) * 50}%` }} />
                </td>
                <td data-right="">{day.skipped === undefined ? formats.price.text(day.charges) : "-"}</td>
                <td className={styles["words"]}>{dayResult(day)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const percent = (figure: number | null | undefined): string => (figure == null ? "-" : `${figure} %`);

/** The best sets; a press draws one. */
function Sets(): ReactNode {
  const pane = backtest.use();
  const [chosen, choose] = useAtom(pane.chosenAtom);
  const reply = useAtomValue(pane.runAtom)?.reply;
  if (!reply || reply.count < 2) return undefined;
  return (
    <ScrollRegion className={styles["scroller"]} label="Best sets">
      <table className={styles["table"]}>
        <thead>
          <tr>
            {["Enter", "Stop", "Target", "Net P&L", "Drawdown", "Win days", "Orders"].map((head) => (
              <th key={head} scope="col" data-right={head === "Enter" ? undefined : ""}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reply.best.map(({ plan, totals }, at) => (
            <tr key={`${plan.entry} ${plan.legs[0]?.stop} ${plan.legs[0]?.target}`} aria-selected={at === chosen}>
              <td>
                <button type="button" className={styles["link"]} onClick={() => choose(at)}>
                  {minuteLabel(plan.entry)}
                </button>
              </td>
              <td data-right="">{percent(plan.legs[0]?.stop)}</td>
              <td data-right="">{percent(plan.legs[0]?.target)}</td>
              <td data-right="" data-tone={toneOf(totals.net)}>
                {formats.signedWhole.text(totals.net)}
              </td>
              <td data-right="">{formats.signedWhole.text(totals.drawdown)}</td>
              <td data-right="">{`${totals.winDays} of ${totals.tradedDays}`}</td>
              <td data-right="">{formats.whole.text(totals.orders)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
