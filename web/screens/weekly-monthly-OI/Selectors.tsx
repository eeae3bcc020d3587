import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useEffect } from "react";
import { expiryLabel } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { Checkbox } from "../../components/controls/Checkbox.tsx";
import { SegmentedControl } from "../../components/controls/SegmentedControl.tsx";
import { Select } from "../../components/controls/Select.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { ARRANGEMENTS, rangeIn } from "./blocks.ts";
import { weekly } from "./pane.ts";
import type { Snapshot } from "./snapshot.ts";

const NO_DATES: readonly IsoDate[] = [];
const datesOf = ({ snapshot }: PaneState<Snapshot>): readonly IsoDate[] => snapshot?.dates ?? NO_DATES;

const SHOWN = [
  { value: "buildUps", label: "Build-up" },
  { value: "weeks", label: "Weeks", title: "Open, high, low, close, volume and open interest by week" },
  { value: "months", label: "Months", title: "Open, high, low, close, volume and open interest by month" },
] as const;

export function Selectors(): ReactNode {
  const pane = weekly.use();
  const [arrangement, arrange] = useAtom(pane.arrangementAtom);
  const [cumulative, setCumulative] = useAtom(pane.cumulativeAtom);
  const [range, setRange] = useAtom(pane.rangeAtom);
  const [show, choose] = useAtom(pane.showAtom);
  const isOfBars = show !== "buildUps";
  const isCurrency = useAtomValue(pane.isCurrencyAtom);
  const dates = useSlowFact(pane.stateAtom, datesOf);
  useEffect(() => {
    if (isCurrency) setCumulative(false);
  }, [isCurrency, setCumulative]);
  const options = dates.map((date) => ({ value: date, label: expiryLabel(date) }));
  const { from, to } = rangeIn(dates, range.from, range.to);
  return (
    <>
      <SegmentedControl label="Show" segments={SHOWN} value={show} onChange={choose} />
      {isOfBars ? undefined : (
        <Select label="Blocks" prefix="Blocks" options={ARRANGEMENTS} value={arrangement} onChange={arrange} />
      )}
      {isCurrency ? undefined : <Checkbox label="Cumulative" checked={cumulative} onChange={setCumulative} />}
      {isOfBars ? undefined : (
        <Checkbox label="Range" checked={range.isOn} onChange={(isOn) => setRange({ ...range, isOn })} />
      )}
      {!isOfBars && range.isOn && from !== undefined && to !== undefined ? (
        <>
          <Select
            label="From"
            prefix="From"
            options={options.map((option) => ({ ...option, disabled: option.value > to }))}
            value={from}
            onChange={(date) => setRange({ ...range, from: date })}
          />
          <Select
            label="To"
            prefix="To"
            options={options.map((option) => ({ ...option, disabled: option.value < from }))}
            value={to}
            onChange={(date) => setRange({ ...range, to: date })}
          />
        </>
      ) : undefined}
    </>
  );
}
