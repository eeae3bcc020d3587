import type { ReactNode } from "react";
import { TRIAL } from "#contract/domain/account/plans.ts";
import { Button } from "../../components/controls/Button.tsx";
import { Icon } from "../../components/more-icons.tsx";
import { rupeesText } from "./figures.ts";
import styles from "./pricing.module.css";
import type { Payment } from "./use-payment.ts";

interface TrialCardProps {
  readonly isUsed: boolean;
  readonly payment: Payment;
  /** Why nothing can be bought; undefined where it can. */
  readonly closed: string | undefined;
}

const FEATURES = [`${TRIAL.durationInDays}-day access`, "All features"];

/** The paid trial: once per user. */
export function TrialCard({ isUsed, payment, closed }: TrialCardProps): ReactNode {
  const { secondsToWait, isBusy, subscribe } = payment;
  const why = closed ?? (isUsed ? "You have used the trial" : undefined);
  return (
    <section className={styles["card"]} aria-label="Trial Plan">
      <h2>Trial Plan</h2>
      <p className={styles["subtitle"]}>Try before you commit</p>
      <p className={styles["trialPrice"]}>
        <strong>{rupeesText(TRIAL.price)}</strong> Total: {rupeesText(TRIAL.gstIncludedPrice)} incl. GST
      </p>
      <ul className={styles["features"]}>
        {FEATURES.map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            {feature}
          </li>
        ))}
      </ul>
      <p className={styles["subtitle"]}>Past days need Standard or Premium.</p>
      <Button
        size="decision"
        className={styles["wide"]}
        disabled={why !== undefined || secondsToWait > 0}
        title={why ?? (secondsToWait > 0 ? "The last attempt to pay was just now" : undefined)}
        aria-disabled={isBusy}
        onClick={() => subscribe(TRIAL.name)}
      >
        {isUsed ? "Trial used" : secondsToWait > 0 ? `Wait for ${secondsToWait} seconds` : "Subscribe"}
      </Button>
    </section>
  );
}
