import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import type { DayKey } from "#contract/domain/clock.ts";
import { dateText } from "#contract/domain/date-words.ts";
import type { HistoryDay } from "#contract/wire/http/market.ts";
import { SegmentedControl } from "../../../components/controls/SegmentedControl.tsx";
import { SOURCE_OF_DAY } from "../../../components/day-source.ts";
import { symbolsOfDay } from "../../../state/clock/history.ts";
import { activeSymbolAtom } from "../../../state/pane/letters.ts";
import styles from "./history.module.css";
import { type Picked, type PickedFacts, symbolWords } from "./picker.ts";

interface DayWordsProps {
  readonly picked: Picked;
  readonly facts: PickedFacts;
  readonly awaited: DayKey | undefined;
  readonly onSource: (source: DayKey["source"]) => void;
}

/** Whose day it is, which symbols it has, and whether the board's symbol is one of them. */
export function DayWords({ picked, facts, awaited, onSource }: DayWordsProps): ReactNode {
  const symbol = useAtomValue(activeSymbolAtom);
  const { offers, day } = facts;
  return (
    <div className={styles["facts"]}>
      {offers.length > 1 && day ? (
        <SegmentedControl
          label="Source"
          segments={offers.map(({ source }) => ({ value: source, label: SOURCE_OF_DAY[source] }))}
          value={day.source}
          onChange={onSource}
        />
      ) : undefined}
      <p className={styles["words"]} role="status" data-tone={tone(day, symbol)}>
        {awaited ? `Loading ${dateText(awaited.date)}…` : words(picked.date, day, symbol, offers.length > 1)}
      </p>
    </div>
  );
}

const tone = (day: HistoryDay | undefined, symbol: string): "plain" | "warn" =>
  day && symbolsOfDay(day).includes(symbol) ? "plain" : "warn";

function words(date: string, day: HistoryDay | undefined, symbol: string, isSourceSaid: boolean): string {
  if (date === "") return "Pick a date.";
  if (!day) return `No data on ${dateText(date)}.`;
  const has = symbolWords(day);
  if (!symbolsOfDay(day).includes(symbol)) return `${symbol} is not on ${dateText(date)}: it has ${has}.`;
  const source = isSourceSaid ? "" : `${SOURCE_OF_DAY[day.source]} · `;
  return `${dateText(date)} · ${source}${has}`;
}
