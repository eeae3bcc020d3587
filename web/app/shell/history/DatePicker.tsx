import type { ReactNode } from "react";
import type { DayKey } from "#contract/domain/clock.ts";
import { dateText } from "#contract/domain/date-words.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { IconButton } from "../../../components/controls/IconButton.tsx";
import { Select } from "../../../components/controls/Select.tsx";
import { Icon } from "../../../components/more-icons.tsx";
import styles from "./history.module.css";
import { inYear, type Picked, type PickedFacts, yearsUpTo } from "./picker.ts";

interface DatePickerProps {
  readonly picked: Picked;
  readonly facts: PickedFacts;
  /** The range. */
  readonly first: IsoDate;
  readonly today: IsoDate;
  readonly isLoading: boolean;
  readonly onPick: (date: string) => void;
  readonly onGo: (day: DayKey) => void;
}

/** Previous date, the date with its year list, next date, Go. */
export function DatePicker({ picked, facts, first, today, isLoading, onPick, onGo }: DatePickerProps): ReactNode {
  const { day, isCurrent, previous, next } = facts;
  const years = yearsUpTo(today, first).map((year) => ({ value: year, label: String(year) }));
  const step = (to: DayKey | undefined, words: string, icon: "jump-back" | "jump-forward"): ReactNode => (
    <IconButton
      label={`${words} date`}
      title={to ? `${words} date: ${dateText(to.date)}` : day ? "The list ends here" : "No data on this date"}
      disabled={isLoading || to === undefined}
      onClick={() => to && onGo(to)}
    >
      <Icon name={icon} />
    </IconButton>
  );
  return (
    <form
      className={styles["picker"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (day && !isCurrent && !isLoading) onGo({ source: day.source, date: day.date as IsoDate });
      }}
    >
      {step(previous, "Previous", "jump-back")}
      <input
        type="date"
        className={styles["date"]}
        aria-label="Date"
        aria-invalid={day === undefined}
        data-available={day !== undefined}
        min={first}
        max={today}
        value={picked.date}
        onChange={(event) => onPick(event.target.value)}
      />
      <Select
        label="Year"
        options={years}
        value={Number(picked.date.slice(0, 4))}
        onChange={(year) => onPick(inYear(picked.date === "" ? today : picked.date, year, today, first))}
      />
      {step(next, "Next", "jump-forward")}
      <Button
        type="submit"
        disabled={isLoading || day === undefined || isCurrent}
        title={day === undefined ? "No data on this date" : isCurrent ? "This date is shown already" : "Show this date"}
      >
        Go
      </Button>
    </form>
  );
}
