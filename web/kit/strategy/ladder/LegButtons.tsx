import { useAtom, useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { type LegContract, legKey, type Side, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { isAdjusted } from "#contract/domain/strategy/position.ts";
import { contractName } from "../legs/contract-name.ts";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";
import styles from "./ladder.module.css";
import { lotsOf, usePress } from "./use-press.ts";

const MOST_LOTS = 1000;

interface LegProps {
  readonly contract: LegContract;
  readonly leg: StrategyLeg | undefined;
  /** False: Tab passes it by. */
  readonly isStop?: boolean;
}

/** The lots that the next press takes. A leg that a broker knows of only shows its own. */
export function LotInput({ contract, leg, isStop = true }: LegProps): ReactNode {
  const pane = useStrategy();
  const [lots, setLots] = useAtom(pane.lotsAtom);
  const { minimumlot } = useAtomValue(pane.settingsAtom);
  const isLocked = leg !== undefined && isAdjusted(leg);
  const key = legKey(contract);
  const value = isLocked ? leg.totalContracts : (lots[key] ?? lotsOf(undefined, leg, minimumlot));
  return (
    <input
      type="number"
      className={common["number"]}
      aria-label={`Lots of ${contractName(contract)}`}
      min={0}
      max={MOST_LOTS}
      step={1}
      value={value === 0 ? "" : value}
      readOnly={isLocked}
      tabIndex={isStop ? 0 : -1}
      onChange={({ target }) => {
        const typed = Math.min(Math.max(Math.round(target.valueAsNumber), 0), MOST_LOTS) || 0;
        setLots((all) => ({ ...all, [key]: typed }));
      }}
    />
  );
}

const SIDES = [
  { side: "buy", letter: "B", word: "Buy" },
  { side: "sell", letter: "S", word: "Sell" },
] as const satisfies readonly { side: Side; letter: string; word: string }[];

/** B and S. The side that the leg has is pressed. */
export function LegButtons(props: LegProps & { readonly hasPrice: boolean }): ReactNode {
  const { contract, leg, hasPrice, isStop = true } = props;
  const press = usePress();
  const isLocked = leg !== undefined && isAdjusted(leg);
  const why = isLocked
    ? "This leg was traded or adjusted: adjust it"
    : hasPrice
      ? undefined
      : "This contract has no price";
  return (
    <span className={styles["sides"]}>
      {SIDES.map(({ side, letter, word }) => (
        <button
          key={side}
          type="button"
          className={styles["sideButton"]}
          data-side={side}
          aria-pressed={leg?.action === side}
          aria-label={`${word} ${contractName(contract)}`}
          disabled={why !== undefined}
          tabIndex={isStop ? 0 : -1}
          title={why}
          onClick={() => press(contract, side)}
        >
          {letter}
        </button>
      ))}
    </span>
  );
}
