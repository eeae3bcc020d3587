import type { ReactNode } from "react";
import { dayWords } from "#contract/domain/date-words.ts";
import { strikeText } from "../../format/strike-text.ts";
import styles from "./orders.module.css";
import type { NamedContract } from "./ticket-words.ts";

/** 'NIFTY 18 Aug 24,150 PE': the symbol and the strike stand out, the side has its colour. */
export function ContractName({ contract }: { readonly contract: NamedContract }): ReactNode {
  const { symbol, expiry, strike, type } = contract;
  return (
    <span className={styles["contract"]}>
      <b>{symbol}</b> {dayWords(expiry)} {type === "FUT" ? undefined : <b>{strikeText(strike)} </b>}
      <span data-type={type}>{type}</span>
    </span>
  );
}
