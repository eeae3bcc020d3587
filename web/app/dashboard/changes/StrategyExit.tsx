import type { ReactNode } from "react";
import type { PositionBody } from "#contract/wire/http/order-bodies.ts";
import { useWrite } from "../../../components/orders/use-write.ts";
import { exitOf, type StrategyGroup } from "../tables/strategy-groups.ts";
import { Question } from "./Question.tsx";

interface StrategyExitProps {
  readonly group: StrategyGroup;
  readonly name: string;
  /** As the broker has them. */
  readonly positions: readonly PositionBody[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks whether what a strategy holds is to be closed, and closes it. */
export function StrategyExit({ group, name, positions, onClose, onDone }: StrategyExitProps): ReactNode {
  const write = useWrite();
  const exit = exitOf(group, positions);
  const dataSell = exit.positions.filter(({ side }) => side === -1);
  const dataBuy = exit.positions.filter(({ side }) => side === 1);
  return (
    <Question
      title={`Exit ${name}`}
      question={questionOf(exit.positions.length, exit.offset)}
      isBusy={write.isBusy}
      onNo={onClose}
      onYes={async () => {
        const { strategy } = group;
        const isDone = await write.send((calls, press) => calls.exit({ dataSell, dataBuy, strategy }, press));
        onClose();
        if (isDone) onDone();
      }}
    />
  );
}

const OFFSET = "stays: other strategies hold the other side, so that the broker has nothing of it to close";

function questionOf(closed: number, offset: number): string {
  const count = closed === 1 ? "1 position" : `${closed} positions`;
  const stays = offset === 0 ? "" : ` ${offset} ${OFFSET}.`;
  return `Close ${count} of it at the market? Short ones are covered first.${stays}`;
}
