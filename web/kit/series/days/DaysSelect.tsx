import { useAtom, useAtomValue, useStore } from "jotai";
import { type ReactNode, useEffect } from "react";
import { Select } from "../../../components/controls/Select.tsx";
import { tellGoToDay } from "../../../components/go-to-day-toast.ts";
import { whyNoPastDays } from "../../../state/clock/history.ts";
import { clientAtom } from "../../../state/market/market.ts";
import { useMount } from "../../pane/mount.ts";
import { isOneOf } from "../../pane/stored-shape.ts";
import { type DaysBefore, type DaysPane, openPastDays } from "./past-days.ts";

const COUNTS = [1, 2, 3, 4, 5] as const;
type Count = (typeof COUNTS)[number];
const isCount = isOneOf(COUNTS);
const OPTIONS = COUNTS.map((count) => ({ value: count, label: `${count}` }));

interface DaysSelectProps {
  readonly pane: DaysPane;
  /** The days before the board's own, for the charts; undefined: the board's day alone. */
  readonly onDays: (days: DaysBefore | undefined) => void;
}

/** 'Days': how many trading days a pane's lines go over, up to the board's own. Past days are for premium plans. */
export function DaysSelect({ pane, onDays }: DaysSelectProps): ReactNode {
  const { settings } = useMount();
  const [count, choose] = useAtom(settings.stored<Count>(`${pane.screen.id}Days`, 1, isCount));
  const store = useStore();
  const client = useAtomValue(clientAtom);

  useEffect(() => {
    if (count === 1 || !client) return;
    const days = openPastDays(store, client, pane, count);
    onDays(days);
    return () => {
      days.close();
      onDays(undefined);
    };
  }, [count, client, store, pane, onDays]);

  async function change(next: Count): Promise<void> {
    const why = next > 1 && count === 1 ? await whyNoPastDays() : undefined;
    if (why) tellGoToDay(why);
    else choose(next);
  }

  return (
    <Select
      label="Days"
      prefix="Days"
      title="Trading days in a row, up to the day that the board looks at; days before it need a premium plan"
      options={OPTIONS}
      value={count}
      onChange={(next) => void change(next)}
    />
  );
}
