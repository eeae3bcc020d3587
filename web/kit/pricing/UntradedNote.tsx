import type { Atom } from "jotai";
import type { ReactNode } from "react";
import type { PricedOn, UntradedContract } from "#contract/domain/choices/pricing.ts";
import { numberFormat } from "../../format/format.ts";
import { strikeText } from "../../format/strike-text.ts";
import { useSlowFact } from "../../state/market/slow-fact.ts";
import type { PaneState } from "../../state/pane/pane.ts";
import { useDecimals } from "../pane/figures/use-decimals.ts";
import { ageWords } from "./age-words.ts";
import styles from "./priced-on.module.css";

interface MayBePriced {
  readonly pricedOn?: PricedOn | undefined;
}

const factsOf = ({ snapshot }: PaneState<MayBePriced>) => snapshot?.pricedOn;

/**
 * '24,200 CE not traded today: 182.40, 3 days old': why a line of prices has no points. Of several contracts how many there
 * are, each in the tip.
 */
export function UntradedNote({ stateAtom }: { readonly stateAtom: Atom<PaneState<MayBePriced>> }): ReactNode {
  const { untradedContracts = [], untraded = false } = useSlowFact(stateAtom, factsOf) ?? {};
  const decimals = useDecimals({ stateAtom });
  const words = untradedContracts.map((contract) => untradedWords(contract, decimals));
  const [only] = words;
  if (only === undefined) return undefined;
  const tip = [...words, untraded ? "Priced all the same" : "Not priced, and no part of a straddle"].join("\n");
  return (
    <span className={styles["untraded"]} title={tip}>
      {words.length === 1 ? only : `${words.length} contracts not traded today`}
    </span>
  );
}

function untradedWords({ strike, side, price, ...age }: UntradedContract, decimals: 2 | 4): string {
  const text = numberFormat({ decimals }).text(price);
  return `${strikeText(strike)} ${side.toUpperCase()} not traded today: ${text}, ${ageWords(age)}`;
}
