import type { ReactNode } from "react";
import type { GttBody, PositionBody } from "#contract/wire/http/order-bodies.ts";
import { counted } from "../../../format/count-words.ts";
import { exitOf, type StrategyGroup } from "../tables/strategy-groups.ts";
import { ExitQuestion } from "./ExitQuestion.tsx";

interface StrategyExitProps {
  readonly group: StrategyGroup;
  readonly name: string;
  /** As the broker has them. */
  readonly positions: readonly PositionBody[];
  readonly gtts: readonly GttBody[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Asks whether what a strategy holds is to be closed, and closes it. */
export function StrategyExit({ group, name, positions, ...rest }: StrategyExitProps): ReactNode {
  const exit = exitOf(group, positions);
  const dataSell = exit.positions.filter(({ side }) => side === -1);
  const dataBuy = exit.positions.filter(({ side }) => side === 1);
  return (
    <ExitQuestion
      title={`Exit ${name}`}
      question={questionOf(exit.positions.length, exit.offset)}
      body={{ dataSell, dataBuy, strategy: group.strategy }}
      closed={exit.positions.filter(({ id, netQty }) => positions.find((one) => one.id === id)?.netQty === netQty)}
      {...rest}
    />
  );
}

const OFFSET = "stays: it was converted, or others hold the other side, so that the broker has nothing of it to close";

function questionOf(closed: number, offset: number): string {
  const stays = offset === 0 ? "" : ` ${offset} ${OFFSET}.`;
  return `Close ${counted(closed, "position")} of it at the market? Short ones are covered first.${stays}`;
}
