import { useAtomValue, useStore } from "jotai";
import type { ReactNode } from "react";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { IconButton } from "../../../components/controls/IconButton.tsx";
import { Icon } from "../../../components/more-icons.tsx";
import { underWayAtom } from "../../../state/orders/under-way.ts";
import { shownAtom } from "../book/positions.ts";
import { portfolio } from "../pane.ts";
import styles from "../portfolio.module.css";
import { type Closing, closeAtom, undoAtom } from "./closing.ts";

interface ExitProps {
  readonly what: Closing;
  /** What is closed, in words. */
  readonly of: string;
  readonly isOpen: boolean;
  /** What of it is open and has no price to be closed at, in words; '' where nothing is. */
  readonly unpriced: string;
  readonly isClosing: boolean;
}

const UNDER_WAY = "Orders are under way: wait for their answers";

/** The x that closes what is open at the last price, and undo while no broker has the closing orders. */
export function Exit({ what, of, isOpen, unpriced, isClosing }: ExitProps): ReactNode {
  const { profitsAtom, isLiveAtom } = portfolio.use();
  const store = useStore();
  const isLive = useAtomValue(isLiveAtom);

  const isUnderWay = useAtomValue(underWayAtom) > 0;

  const whyNot = isUnderWay
    ? UNDER_WAY
    : !isLive
      ? "A position is closed on the live market"
      : unpriced === ""
        ? undefined
        : `Waiting for the last price of ${unpriced}`;

  function priceOf(leg: StrategyLeg): number {
    const at = store
      .get(shownAtom)
      .flatMap(({ legs }) => legs)
      .indexOf(leg);
    return store.get(profitsAtom)?.prices[at] ?? Number.NaN;
  }
  return (
    <span className={styles["exit"]}>
      {isOpen ? (
        <IconButton
          label={`Close ${of}`}
          title={whyNot ?? `Close ${of} at the last price`}
          disabled={whyNot !== undefined}
          onClick={() => store.set(closeAtom, what, priceOf)}
        >
          <Icon name="close" size={14} />
        </IconButton>
      ) : undefined}
      {isClosing ? (
        <IconButton
          label={`Undo closing ${of}`}
          {...(isUnderWay && { disabled: true, title: UNDER_WAY })}
          onClick={() => store.set(undoAtom, what)}
        >
          <Icon name="undo" size={14} />
        </IconButton>
      ) : undefined}
    </span>
  );
}
