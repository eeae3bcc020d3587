import type { ReactNode } from "react";
import type { TabReply } from "#contract/wire/http/order-bodies.ts";
import { moneyWords } from "../../components/orders/ticket-words.ts";
import styles from "./dashboard.module.css";
import { fundsUse } from "./tables/funds-use.ts";

interface FootProps {
  /** Absent until they were read. */
  readonly funds: TabReply["fundLimit"];
  readonly isPractice: boolean;
}

/** Under every tab: what of the funds is used, and that it is practice. */
export function Foot({ funds = [], isPractice }: FootProps): ReactNode {
  const use = fundsUse(funds);
  if (!use && !isPractice) return undefined;
  return (
    <footer className={styles["foot"]}>
      {use ? (
        <>
          <p>
            Available <b>{moneyWords(use.available)}</b>
          </p>
          <p>
            Utilised <b>{moneyWords(use.utilised)}</b>
          </p>
          <span className={styles["use"]} aria-hidden="true">
            <i style={{ width: `${use.share * 100}%` }} />
          </span>
          <p>{Math.round(use.share * 100)}% used</p>
        </>
      ) : undefined}
      {isPractice ? (
        <p className={styles["practice"]}>Practice broker: orders are simulated, no money moves</p>
      ) : undefined}
    </footer>
  );
}
