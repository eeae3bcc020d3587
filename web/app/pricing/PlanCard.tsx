import { type ReactNode, useId, useState } from "react";
import type { Plan, PlanName } from "#contract/domain/account/plans.ts";
import { classNames } from "../../components/class-names.ts";
import { Button } from "../../components/controls/Button.tsx";
import { monthsText, rupeesText } from "./figures.ts";
import styles from "./pricing.module.css";
import { subscribeState } from "./subscribe-state.ts";
import { TermsBox } from "./TermsBox.tsx";
import type { Payment } from "./use-payment.ts";

interface PlanCardProps {
  readonly name: Plan["card"];
  readonly subtitle: string;
  readonly badge?: string;
  readonly plans: readonly Plan[];
  /** Of any card. */
  readonly selected: PlanName;
  readonly onSelect: (plan: PlanName) => void;
  readonly termsUrl: string | null;
  readonly payment: Payment;
  /** Why nothing can be bought; undefined where it can. */
  readonly closed: string | undefined;
}

/** Durations to choose from, the card's own terms, and the button that leads to the provider. */
export function PlanCard(props: PlanCardProps): ReactNode {
  const { name, subtitle, badge, plans, selected, onSelect, termsUrl, payment, closed } = props;
  const [isAccepted, setIsAccepted] = useState(false);
  const terms = useId();
  const plan = plans.find((candidate) => candidate.name === selected);
  const { secondsToWait, isBusy, subscribe } = payment;
  const { text, can } = subscribeState({ isSelected: plan !== undefined, isAccepted, secondsToWait });

  function act(): void {
    if (can === "subscribe" && plan !== undefined) subscribe(plan.name);
    else if (can === "accept") document.getElementById(terms)?.focus();
  }

  return (
    <section className={classNames(styles["card"], badge !== undefined && styles["best"])} aria-label={name}>
      <header className={styles["cardHead"]}>
        <div>
          <h2>{name}</h2>
          <p className={styles["subtitle"]}>{subtitle}</p>
        </div>
        {badge === undefined ? undefined : <span className={styles["badge"]}>{badge}</span>}
      </header>
      <ul className={styles["durations"]}>
        {plans.map((each) => (
          <li key={each.name}>
            <Duration plan={each} isSelected={each === plan} onSelect={onSelect} />
          </li>
        ))}
      </ul>
      <footer className={styles["cardFoot"]}>
        <TermsBox id={terms} url={termsUrl} isAccepted={isAccepted} onChange={setIsAccepted} />
        <Button
          size="decision"
          kind={can === "subscribe" ? "primary" : "secondary"}
          className={classNames(styles["wide"], can === "accept" && styles["amber"])}
          disabled={can === "nothing" || closed !== undefined}
          title={closed ?? (can === "nothing" ? text : undefined)}
          aria-disabled={isBusy}
          onClick={act}
        >
          {text}
        </Button>
      </footer>
    </section>
  );
}

interface DurationProps {
  readonly plan: Plan;
  readonly isSelected: boolean;
  readonly onSelect: (plan: PlanName) => void;
}

function Duration({ plan, isSelected, onSelect }: DurationProps): ReactNode {
  const { name, durationInMonths, offerPercentage, originalPrice, price, gstIncludedPrice } = plan;
  return (
    <label className={styles["duration"]} data-plan={name}>
      <input
        type="radio"
        className={styles["radio"]}
        name="duration"
        value={name}
        checked={isSelected}
        onChange={() => onSelect(name)}
      />
      <span className={styles["months"]}>
        {monthsText(durationInMonths)}
        {offerPercentage === 0 ? undefined : <span className={styles["save"]}>Save {offerPercentage}%</span>}
      </span>
      <span className={styles["price"]}>{rupeesText(price)}</span>
      <span className={styles["total"]}>Total: {rupeesText(gstIncludedPrice)} incl. GST</span>
      {originalPrice === undefined ? undefined : <s className={styles["original"]}>{rupeesText(originalPrice)}</s>}
    </label>
  );
}
