import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useState } from "react";
import type { Broker } from "#contract/domain/account/brokers.ts";
import { DEFAULT_PLAN, PLANS, type PlanName } from "#contract/domain/account/plans.ts";
import { PAYMENT_QUERY } from "#contract/wire/http/payment-path.ts";
import type { Offer } from "#contract/wire/http/payments.ts";
import { refreshAccountAtom } from "../../state/account/account.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { getOffer, isBrokerTrialUsedAtom } from "../../state/account/payments.ts";
import { expiresAtom, isLoggedIn } from "../../state/session.ts";
import { BrokerTrialCard } from "./BrokerTrialCard.tsx";
import { PaymentNotice } from "./PaymentNotice.tsx";
import { PlanCard } from "./PlanCard.tsx";
import styles from "./pricing.module.css";
import { TrialCard } from "./TrialCard.tsx";
import { usePayment } from "./use-payment.ts";
import { useStanding } from "./use-standing.ts";

const CLOSED = "Nothing can be bought here: no payment provider is set up";
const INCLUDED = [
  ["Every screen", "Option chains, open interest graphs and max pain, live through the day"],
  ["Live and history", "The day minute by minute, replay, and past dates"],
  ["NSE and BSE", "Index and stock options, and the USDINR contract"],
] as const;
const referenceOf = (search: string): string | undefined => new URLSearchParams(search).get(PAYMENT_QUERY) ?? undefined;

/** What a subscription costs, and the way to pay. */
export function PricingPage(): ReactNode {
  const broker = useAtomValue(connectedBrokerAtom);
  const offer = useOffer(broker);
  const [selected, setSelected] = useState<PlanName>(DEFAULT_PLAN);
  const payment = usePayment(offer?.provider);
  const words = useStanding(referenceOf(location.search));
  const isTrialRefused = useAtomValue(isBrokerTrialUsedAtom);
  const closed = offer?.provider === null ? CLOSED : undefined;
  const shared = { selected, onSelect: setSelected, termsUrl: offer?.termsUrl ?? null, payment, closed };
  const hasBrokerTrial =
    broker !== undefined && offer?.trialBroker === broker.id && !offer.isBrokerTrialUsed && !isTrialRefused;

  return (
    <div className={styles["page"]}>
      <header className={styles["head"]}>
        <h1>Choose Your Plan</h1>
        <p>All features included in every duration</p>
      </header>
      <PaymentNotice words={words} />
      <div className={styles["cards"]}>
        <div className={styles["column"]}>
          <TrialCard isUsed={offer?.isTrialUsed === true} payment={payment} closed={closed} />
          {hasBrokerTrial ? <BrokerTrialCard broker={broker} /> : undefined}
        </div>
        <PlanCard
          {...shared}
          name="Standard"
          subtitle="Shorter commitments, same board"
          plans={PLANS.filter(({ card }) => card === "Standard")}
        />
        <PlanCard
          {...shared}
          name="Premium"
          subtitle="For those who sit here all year"
          badge="Best Value"
          plans={PLANS.filter(({ card }) => card === "Premium")}
        />
      </div>
      <dl className={styles["included"]}>
        {INCLUDED.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={styles["foot"]}>
        {closed ?? (offer?.isSimulated === true ? "Payments are simulated here: no money moves." : "")}
      </p>
    </div>
  );
}

/**
 * Undefined until it is known, and where the call fails. The account is looked at again, too.
 * @param broker another one that is connected, perhaps in another tab, has another trial: it is asked again
 */
function useOffer(broker: Broker | undefined): Offer | undefined {
  const [offer, setOffer] = useState<Offer>();
  const expires = useAtomValue(expiresAtom);
  const isIn = isLoggedIn(expires);
  const refreshAccount = useSetAtom(refreshAccountAtom);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another broker has another trial, so the offer is asked for again
  useEffect(() => {
    getOffer().then(setOffer, (error: unknown) => console.warn("offer:", error));
    if (isIn) void refreshAccount();
  }, [isIn, broker, refreshAccount]);
  return offer;
}
