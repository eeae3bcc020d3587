import { useAtom, useAtomValue } from "jotai";
import { type ReactNode, useId, useMemo, useState } from "react";
import { Select } from "../../components/controls/Select.tsx";
import { timeFormat } from "../../format/format.ts";
import type { HeaderGroup } from "../../grid/header.tsx";
import { SpotFigure } from "../../kit/pane/figures/SpotFigure.tsx";
import { useDecimals } from "../../kit/pane/figures/use-decimals.ts";
import { PaneScreen } from "../../kit/pane/PaneScreen.tsx";
import { RangeSelect } from "../../kit/strikes/RangeSelect.tsx";
import { TablePane } from "../../kit/table/TablePane.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./open-high-low.module.css";
import { openHighLow } from "./pane.ts";
import { ScanHead } from "./ScanHead.tsx";
import { RANGES, type Snapshot, TIMEFRAMES } from "./snapshot.ts";
import { type Look, table } from "./table.tsx";

export { screen } from "./screen.ts";

const GROUPS: readonly HeaderGroup[] = [
  { id: "calls", from: "ce:open", to: "ce:ltp", content: <ScanHead side="ce" /> },
  { id: "spine", from: "strike", to: "strike", raised: true },
  { id: "puts", from: "pe:ltp", to: "pe:open", align: "right", content: <ScanHead side="pe" /> },
];

function emptyOf({ snapshot }: PaneState<Snapshot>): string {
  const { lacks, formingUntil = Number.NaN } = snapshot ?? {};
  if (lacks === "opens") return "This day has no opens, highs and lows.";
  if (lacks === "start") return "The first minutes of this day are missing: which opens were extremes is not known.";
  if (!Number.isNaN(formingUntil)) return `forming until ${timeFormat.text(formingUntil)}`;
  return "No strike qualifies.";
}

/** Strikes whose open was the high, or the low, of the first minutes. */
export function View(): ReactNode {
  const pane = openHighLow.use();
  const mode = useAtomValue(pane.modeAtom);
  const decimals = useDecimals(pane);
  const empty = useSlowFact(pane.stateAtom, emptyOf);
  const look = useMemo((): Look => ({ mode, decimals, empty, groups: GROUPS }), [mode, decimals, empty]);
  return (
    <PaneScreen pane={pane} selectors={<Selectors />} figures={<SpotFigure pane={pane} />}>
      <TablePane table={table} pane={pane} look={look} />
    </PaneScreen>
  );
}

const MODES = [
  { value: "high", label: "Open=High" },
  { value: "low", label: "Open=Low" },
] as const;
const TIMEFRAME_OPTIONS = TIMEFRAMES.map((minutes) => ({ value: minutes, label: String(minutes) }));

function Selectors(): ReactNode {
  const pane = openHighLow.use();
  const [timeframe, chooseTimeframe] = useAtom(pane.timeframeAtom);
  const [range, chooseRange] = useAtom(pane.rangeAtom);
  const [mode, choose] = useAtom(pane.modeAtom);
  const name = useId();
  return (
    <>
      <OpenFilter />
      <Select
        label="Timeframe:"
        prefix="Timeframe:"
        options={TIMEFRAME_OPTIONS}
        value={timeframe}
        onChange={chooseTimeframe}
      />
      <RangeSelect ranges={RANGES} range={range} onChange={chooseRange} />
      <fieldset className={styles["modes"]} aria-label="Mode">
        {MODES.map(({ value, label }) => (
          <label key={value} className={styles["field"]}>
            <input type="radio" name={name} checked={mode === value} onChange={() => choose(value)} />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  );
}

/** What is no number of at least 0 stays in the field, and the filter stays what it was. */
function OpenFilter(): ReactNode {
  const [filter, setFilter] = useAtom(openHighLow.use().filterAtom);
  const [text, setText] = useState(String(filter));
  const isValid = (value: string): boolean => value.trim() !== "" && Number(value) >= 0;
  return (
    <label className={styles["field"]}>
      {"Open >"}
      <input
        type="number"
        min={0}
        step="any"
        value={text}
        aria-invalid={!isValid(text)}
        title={isValid(text) ? "Opens above so many rupees" : "A number of at least 0"}
        onChange={({ target }) => {
          setText(target.value);
          if (isValid(target.value)) setFilter(Number(target.value));
        }}
      />
    </label>
  );
}
