import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../../components/controls/Button.tsx";
import { IconButton } from "../../components/controls/IconButton.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { Menu } from "../../components/overlays/Menu.tsx";
import { formats } from "../../format/format.ts";
import { timeText } from "../../format/time-text.ts";
import { ControlRow } from "../../kit/pane/ControlRow.tsx";
import { SpotFigure } from "../../kit/pane/figures/SpotFigure.tsx";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import styles from "./analyzer.module.css";
import { analyzer } from "./pane.ts";
import type { Filters as Chosen, Snapshot } from "./snapshot.ts";

interface FilterKind {
  readonly id: keyof Chosen;
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly step: number;
  readonly initial: number;
}

const FILTERS: readonly FilterKind[] = [
  { id: "pop", label: "PoP at least", before: "", after: "%", step: 1, initial: 50 },
  { id: "reward", label: "RR at least", before: "1 : ", after: "", step: 0.1, initial: 0.3 },
  { id: "maxProfit", label: "Max Profit at least", before: "₹", after: "", step: 500, initial: 1000 },
  { id: "maxLoss", label: "Max Loss at most", before: "₹", after: "", step: 500, initial: 10_000 },
  { id: "atTarget", label: "At Target at least", before: "₹", after: "", step: 500, initial: 0 },
];

/** What is listed of what was made, and of when the prices are. */
export function Filters(): ReactNode {
  const pane = analyzer.use();
  const [filters, setFilters] = useAtom(pane.filtersAtom);
  const [isOptimizing, setOptimizing] = useAtom(pane.isOptimizingAtom);
  const setSort = useSetAtom(pane.sortAtom);
  const [whatIf, setWhatIf] = useAtom(pane.whatIfAtom);
  const kinds = FILTERS.filter(({ id }) => id !== "atTarget" || isOptimizing);
  const set = (id: keyof Chosen, value: number | undefined): void => {
    const { [id]: _, ...rest } = filters;
    setFilters(value === undefined ? rest : { ...rest, [id]: value });
  };
  function optimize(): void {
    setOptimizing(!isOptimizing);
    // Now and at the spot nothing is won or lost yet: it begins with the expiry.
    if (whatIf.daysLeft === undefined) setWhatIf({ ...whatIf, daysLeft: 0 });
    setSort({ by: isOptimizing ? "pop" : "perRisk", descending: true });
  }
  return (
    <ControlRow>
      {kinds.map((kind) => {
        const value = filters[kind.id];
        return value === undefined ? undefined : (
          <Chip key={kind.id} {...kind} value={value} onChange={(next) => set(kind.id, next)} />
        );
      })}
      <Menu
        label="Filter"
        button={<>+ Filter</>}
        buttonClassName={styles["add"] ?? ""}
        items={kinds
          .filter(({ id }) => filters[id] === undefined)
          .map(({ id, label, initial }) => ({ id, label, onSelect: () => set(id, initial) }))}
      />
      <Button
        size="header"
        kind="quiet"
        aria-pressed={isOptimizing}
        onClick={optimize}
        title="By P&L at a target against the largest loss"
      >
        Optimizer
      </Button>
      {isOptimizing ? <Target /> : undefined}
      <div className={styles["moment"]}>
        <Standing />
        <SpotFigure pane={pane} />
      </div>
    </ControlRow>
  );
}

interface ChipProps extends FilterKind {
  readonly value: number;
  /** Undefined takes it away. */
  readonly onChange: (value: number | undefined) => void;
}

function Chip({ label, before, after, step, value, onChange }: ChipProps): ReactNode {
  return (
    <span className={styles["chip"]}>
      <label>
        {label} <b>{before}</b>
        <input
          type="number"
          min={0}
          step={step}
          value={value}
          aria-label={label}
          onChange={({ target }) => onChange(Math.max(target.valueAsNumber || 0, 0))}
        />
        <b>{after}</b>
      </label>
      <IconButton label={`No filter: ${label}`} onClick={() => onChange(undefined)}>
        <Icon name="close" size={12} />
      </IconButton>
    </span>
  );
}

const spotOf = ({ snapshot }: PaneState<Snapshot>) => ({
  step: snapshot?.market?.frame.step ?? 1,
  daysLeft: Math.ceil((snapshot?.market?.model.years ?? 0) * 365),
});

/** Where the underlying is thought to go, and by when: one target for the table and for the payoff. */
function Target(): ReactNode {
  const pane = analyzer.use();
  const frozen = useAtomValue(pane.frozenAtom);
  const { step, daysLeft: most } = useSlowFact(pane.stateAtom, spotOf);
  const [whatIf, setWhatIf] = useAtom(pane.whatIfAtom);
  const { spot: _spot, ...noSpot } = whatIf;
  const { daysLeft: _days, ...noDays } = whatIf;
  return (
    <span className={styles["target"]}>
      <label className={styles["limit"]}>
        Target
        <input
          type="number"
          className={styles["number"]}
          min={0}
          step={step}
          value={whatIf.spot ?? ""}
          placeholder={frozen ? formats.whole.text(frozen.market.spot) : "spot"}
          onChange={({ target: { valueAsNumber: spot } }) => setWhatIf(spot > 0 ? { ...whatIf, spot } : noSpot)}
        />
      </label>
      <label className={styles["limit"]} title="Days left to the expiry at the target: 0 is the expiry">
        Days left
        <input
          type="number"
          className={styles["days"]}
          min={0}
          max={most}
          step={1}
          value={whatIf.daysLeft ?? ""}
          placeholder={`${most}`}
          onChange={({ target: { valueAsNumber: daysLeft } }) =>
            setWhatIf(daysLeft >= 0 ? { ...whatIf, daysLeft: Math.min(daysLeft, most) } : noDays)
          }
        />
      </label>
    </span>
  );
}

const SECONDS_OFTEN = 5;

/** How many of how many, and how old the prices are. */
function Standing(): ReactNode {
  const pane = analyzer.use();
  const shown = useAtomValue(pane.shownAtom);
  const age = useAge(shown?.frozen);
  if (!shown) return undefined;
  const { frozen, analysis } = shown;
  const { rows, made } = analysis;
  return (
    <p className={styles["standing"]} role="status">
      <span>
        <b>{formats.whole.text(rows)}</b> of {formats.whole.text(made)} candidates
      </span>
      <span title="They stay until the next Analyze">
        prices of <b>{frozen.at === undefined ? timeText(frozen.minute) : timeText(frozen.at, true)}</b>
        {age}
      </span>
    </p>
  );
}

/** ', 25 s old'; nothing off the live market, where prices do not age. */
function useAge(frozen: { readonly at: number | undefined } | undefined): string {
  const [seconds, count] = useState(0);
  useEffect(() => {
    if (frozen?.at === undefined) return;
    const taken = performance.now();
    count(0);
    const timer = setInterval(() => {
      const old = Math.round((performance.now() - taken) / 1000);
      count(old - (old % SECONDS_OFTEN));
    }, 1000);
    return () => clearInterval(timer);
  }, [frozen]);
  if (frozen?.at === undefined || seconds === 0) return "";
  return seconds < 60 ? `, ${seconds} s old` : `, ${Math.floor(seconds / 60)} min old`;
}
