import { useAtomValue, useSetAtom, useStore } from "jotai";
import type { ReactNode } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { isReplayingAtom } from "../../../state/clock/day.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { useLetter } from "../../pane/mount.ts";
import { REPLAY_KEEPS } from "../../pane/use-choose-symbol.ts";
import { exchangeOf, turnTo } from "../keeping/use-keeping.ts";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";
import { countOf } from "./book.ts";
import styles from "./legs.module.css";

/** The legs of a symbol or a day that was left, until others are added: one press, and the symbol comes with them. */
export function PutAwayLegs(): ReactNode {
  const { putAwayAtom, bringBackAtom } = useStrategy();
  const putAway = useAtomValue(putAwayAtom);
  const bringBack = useSetAtom(bringBackAtom);
  const universe = useAtomValue(universeAtom);
  const letter = useLetter();
  const store = useStore();
  const isReplaying = useAtomValue(isReplayingAtom);
  const isShown = useAtomValue(letter.contextAtom)?.symbol === putAway?.stay.ofSymbol.symbol;
  if (!putAway) return undefined;
  const { ofSymbol, day } = putAway.stay;
  const { symbol } = ofSymbol;
  const of = typeof day === "object" ? `${symbol}, ${dayWords(day.date)},` : symbol;
  const unlisted = exchangeOf(symbol, universe) ? undefined : `${symbol} is not listed on this day`;
  const whyNot = isReplaying && !isShown ? REPLAY_KEEPS : unlisted;
  const verb = putAway.value.length === 1 ? "is" : "are";
  return (
    <p className={styles["putAway"]}>
      <span className={common["quiet"]}>{`${countOf(putAway.value)} of ${of} ${verb} put away`}</span>
      <Button
        size="header"
        {...(whyNot !== undefined && { disabled: true, title: whyNot })}
        onClick={() => bringBack((to) => turnTo(to, store, letter))}
      >
        Bring back
      </Button>
    </p>
  );
}
