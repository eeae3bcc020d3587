import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { expiryLabel } from "#contract/domain/instruments.ts";
import { recordOf } from "#contract/domain/record-of.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { ScrollRegion } from "../../components/controls/ScrollRegion.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { toneOf } from "../../components/tone.ts";
import { formats } from "../../format/format.ts";
import { usePriceFormats } from "../../kit/pane/figures/use-decimals.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { weekly } from "./pane.ts";
import styles from "./periods.module.css";
import { PERIOD_SLOTS, type Snapshot } from "./snapshot.ts";
import weeks from "./weekly-monthly-oi.module.css";

type Slot = (typeof PERIOD_SLOTS)[number];
type Figures = Readonly<Record<Slot, number>>;

interface Row extends Figures {
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Of the close and of the open interest, since the period before; NaN for the first. */
  readonly priceChange: number;
  readonly oiChange: number;
}

const NO_DATES: readonly IsoDate[] = [];
const NO_VALUES = new Float64Array(0);

const factsOf = ({ snapshot, status }: PaneState<Snapshot>) => ({
  from: snapshot?.periods.from ?? NO_DATES,
  to: snapshot?.periods.to ?? NO_DATES,
  values: snapshot?.periods.values ?? NO_VALUES,
  pending: snapshot?.pending ?? 0,
  show: status === "loading" ? undefined : snapshot?.show,
});

/** The newest first: it is looked for first. */
function rowsOf({ from, to, values }: Pick<ReturnType<typeof factsOf>, "from" | "to" | "values">): readonly Row[] {
  const figures = from.map((_, i) => recordOf(PERIOD_SLOTS, (_slot, s) => values[i * PERIOD_SLOTS.length + s]!));
  return figures
    .map((own, i) => {
      const before = figures[i - 1];
      const change = (slot: Slot): number => (own[slot] / (before?.[slot] ?? Number.NaN) - 1) * 100;
      return { ...own, from: from[i]!, to: to[i]!, priceChange: change("close"), oiChange: change("oi") };
    })
    .reverse();
}

const HEADS = ["Open", "High", "Low", "Close", "Change", "Volume", "OI", "OI change", "Days"];

/** Prices, volume and open interest of a future by week or month; periods that lack something are marked. */
export function PeriodTable(): ReactNode {
  const pane = weekly.use();
  const show = useAtomValue(pane.showAtom);
  const cumulative = useAtomValue(pane.cumulativeAtom);
  const facts = useSlowFact(pane.stateAtom, factsOf);
  const { price } = usePriceFormats(pane);
  const isLoading = facts.show !== show;
  const rows = isLoading ? [] : rowsOf(facts);
  const { lakhUnit, signedPercent } = formats;
  if (!isLoading && rows.length === 0) return <EmptyState message="No day of this future is recorded." />;
  const notes = [
    rows.some(({ isPartial }) => isPartial === 1) && "† Partial: a day is missing, lacks minutes, or still runs.",
    cumulative && "Volume and OI are of all expiries, prices of the chosen one.",
    facts.pending > 0 && `${facts.pending} days are being fetched.`,
  ].filter((note) => note !== false);
  return (
    <ScrollRegion className={weeks["board"]} label={show === "weeks" ? "Weeks" : "Months"}>
      <table className={styles["periods"]}>
        <thead>
          <tr>
            <th scope="col" className={styles["period"]}>
              {show === "weeks" ? "Week" : "Month"}
            </th>
            {HEADS.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.from}>
              <th scope="row" className={styles["period"]}>
                {row.from === row.to ? expiryLabel(row.from) : `${expiryLabel(row.from)} to ${expiryLabel(row.to)}`}
                {row.isPartial === 1 ? " †" : undefined}
              </th>
              {([row.open, row.high, row.low, row.close] as const).map((value, i) => (
                <td key={HEADS[i]}>{price.text(value)}</td>
              ))}
              <td data-tone={toneOf(row.priceChange)}>{signedPercent.text(row.priceChange)}</td>
              <td>{lakhUnit.text(row.volume)}</td>
              <td>{lakhUnit.text(row.oi)}</td>
              <td>{signedPercent.text(row.oiChange)}</td>
              <td>{row.lacking > 0 ? `${row.days} of ${row.days + row.lacking}` : row.days}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles["notes"]}>{notes.join(" ")}</p>
    </ScrollRegion>
  );
}
