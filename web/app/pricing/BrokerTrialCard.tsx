import { useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import type { Broker } from "#contract/domain/account/brokers.ts";
import { BROKER_TRIAL_DAYS } from "#contract/domain/account/plans.ts";
import { Button } from "../../components/controls/Button.tsx";
import { toasts } from "../../components/toasts/toasts.ts";
import { refreshAccountAtom } from "../../state/account/account.ts";
import { isBrokerTrialUsedAtom, postBrokerTrial } from "../../state/account/payments.ts";
import { RefusedCall } from "../../state/api.ts";
import { dropSessionAtom } from "../../state/session.ts";
import { LATER } from "../forms/words.ts";
import { openBoard } from "./open-board.ts";
import styles from "./pricing.module.css";

/** What the server says to the second attempt. */
const USED = "Trial already used";
const DONE_MS = 1500;
const USED_MS = 2000;

/** The free trial of a user who has connected a broker: once per user. */
export function BrokerTrialCard({ broker }: { readonly broker: Broker }): ReactNode {
  const [isBusy, setIsBusy] = useState(false);
  const setIsUsed = useSetAtom(isBrokerTrialUsedAtom);
  const dropSession = useSetAtom(dropSessionAtom);
  const refreshAccount = useSetAtom(refreshAccountAtom);

  async function activate(): Promise<void> {
    setIsBusy(true);
    try {
      const message = await postBrokerTrial(broker.id);
      if (message !== USED) {
        toasts.show({ message: "Trial Successfully Activated", type: "success", duration: DONE_MS });
        const refreshed = refreshAccount();
        setTimeout(() => void refreshed.then(openBoard), DONE_MS);
        return; // busy until the page is gone
      }
      refuse(message);
    } catch (error) {
      console.warn("broker trial:", error);
      if (error instanceof RefusedCall && error.status === 401) dropSession();
      else refuse(error instanceof RefusedCall && error.message !== "" ? error.message : LATER);
    }
    setIsBusy(false);
  }

  function refuse(message: string): void {
    const isUsed = message === USED;
    // Any other says what is to be done first, in more words than two seconds are enough for.
    toasts.show({ message, type: "error", autoClose: isUsed, duration: USED_MS });
    if (isUsed) setIsUsed(true);
  }

  return (
    <section className={styles["card"]} aria-label="Broker Trial">
      <header className={styles["cardHead"]}>
        <h2>Broker Trial</h2>
        <span className={styles["connected"]}>{broker.name} connected</span>
      </header>
      <p className={styles["subtitle"]}>Free {BROKER_TRIAL_DAYS}-day access</p>
      <Button
        size="decision"
        className={styles["wide"]}
        aria-disabled={isBusy}
        onClick={() => {
          if (!isBusy) void activate();
        }}
      >
        Activate Now
      </Button>
    </section>
  );
}
