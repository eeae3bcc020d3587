import type { ReactNode } from "react";
import { round2 } from "#contract/domain/units.ts";
import type { PositionBody } from "#contract/wire/http/order-bodies.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { isHeld } from "../changes/exit-choice.ts";
import styles from "../dashboard.module.css";
import { StrategyStop } from "../guards/StrategyStop.tsx";
import { StrategyWatch } from "../guards/StrategyWatch.tsx";
import { type BookColumn, BookTable } from "./BookTable.tsx";
import { Money, OF_DAY, profitTotals } from "./cells.tsx";
import { type PositionRow, rowOf, totalsOf } from "./position-rows.ts";
import type { StrategyGroup } from "./strategy-groups.ts";
import { useStrategyNames } from "./use-strategy-names.ts";

interface StrategyPositionsProps {
  readonly groups: readonly StrategyGroup[];
  /** Which of their positions have a row. */
  readonly isShown: (position: PositionBody) => boolean;
  readonly columns: readonly BookColumn<PositionRow>[];
  readonly ltpOf: (position: PositionBody) => number;
  /** Strategies of which no new orders go. */
  readonly stopped: readonly string[];
  /** A switch was thrown. */
  readonly onStopped: () => void;
  /** Asks whether a strategy is to be closed; left out where that is not offered. @param name of it */
  readonly onExit?: ((group: StrategyGroup, name: string) => void) | undefined;
}

/** Positions under the strategies that they were traded for. One by one they are closed and converted in the plain list. */
export function StrategyPositions({
  groups,
  isShown,
  columns,
  ltpOf,
  stopped,
  onStopped,
  onExit,
}: StrategyPositionsProps): ReactNode {
  const nameOf = useStrategyNames(groups.map(({ strategy }) => strategy));
  const rows = groups.flatMap(({ strategy, positions }) => {
    const own = positions.map((position) => rowOf(position, ltpOf, true));
    const { total } = totalsOf(own); // its stop goes by that of the day, too
    const shown = own.filter(({ position }) => isShown(position));
    return shown.map((row) => ({ ...row, strategy, ofGroup: round2(total) }));
  });
  return (
    <BookTable
      label="Positions by strategy"
      columns={columns}
      rows={rows}
      keyOf={({ position }) => position.id}
      groups={{
        of: ({ strategy }) => strategy,
        heading: ({ strategy, ofGroup }) => {
          const name = nameOf(strategy);
          const group = groups.find((one) => one.strategy === strategy);
          return (
            <>
              <b>{name}</b> <Money value={ofGroup} title={OF_DAY} />
              <ExitButton group={group} name={name} onExit={onExit} />
              {strategy === "" ? undefined : <StrategyWatch strategy={strategy} name={name} />}
              {strategy === "" ? undefined : (
                <StrategyStop
                  strategy={strategy}
                  name={name}
                  isStopped={stopped.includes(strategy)}
                  onDone={onStopped}
                />
              )}
            </>
          );
        },
      }}
      totals={profitTotals(totalsOf(rows))}
      empty="There is no open position."
    />
  );
}

interface ExitButtonProps extends Pick<StrategyPositionsProps, "onExit"> {
  readonly group: StrategyGroup | undefined;
  readonly name: string;
}

function ExitButton({ group, name, onExit }: ExitButtonProps): ReactNode {
  if (onExit === undefined || !group || group.strategy === "" || !group.positions.some(isHeld)) return undefined;
  return (
    <Button
      className={styles["inHeading"]}
      size="header"
      kind="danger"
      aria-label={`Exit ${name}`}
      onClick={() => onExit(group, name)}
    >
      Exit
    </Button>
  );
}
