import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect } from "react";
import { refreshAccountAtom } from "../../state/account/account.ts";
import { daysLeftAtom } from "../../state/account/days-left.ts";
import { clientAtom } from "../../state/market/market.ts";
import { userAtom } from "../../state/session.ts";
import { PaymentNotice } from "../pricing/PaymentNotice.tsx";
import styles from "./account.module.css";
import { daysTone, expiryText, pendingLines } from "./facts.ts";
import { KeptDays } from "./KeptDays.tsx";
import { PersonalData } from "./PersonalData.tsx";
import { PrivateByChoice } from "./PrivateByChoice.tsx";
import { ReferralSection } from "./ReferralSection.tsx";
import { Upgrade } from "./Upgrade.tsx";
import { Webhooks } from "./Webhooks.tsx";

/** Who the user is and how long the subscription lasts: as stored, and as the server says a moment later. */
export function AccountPage(): ReactNode {
  const user = useAtomValue(userAtom);
  const days = useAtomValue(daysLeftAtom);
  const hasMarket = useAtomValue(clientAtom) !== undefined;
  const refreshAccount = useSetAtom(refreshAccountAtom);
  useEffect(() => void refreshAccount(), [refreshAccount]);
  if (user === null) return undefined; // the session is ending
  const pending = pendingLines(user.pendingSubs);
  return (
    <div className={styles["page"]}>
      <div className={styles["column"]}>
        <h1>Account Details</h1>
        <PaymentNotice words={undefined} />
        <section className={styles["panel"]} aria-label="Subscription">
          <dl className={styles["facts"]}>
            <Fact name="Name" value={user.name} />
            <Fact name="Email" value={user.email} />
            <Fact name="Subscription Expiry Date" value={expiryText(user)} />
            <Fact name="Plan" value={user.plan ?? "Nil"} />
            <Fact name="Days left" value={String(days)} tone={daysTone(days)} />
          </dl>
          {pending.length === 0 ? undefined : (
            <ul className={styles["pending"]}>
              {pending.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
          <Upgrade user={user} days={days} />
        </section>
        <ReferralSection link={user.referral} />
        {hasMarket ? <KeptDays /> : undefined}
        <Webhooks />
        <PrivateByChoice />
        <PersonalData />
      </div>
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly tone?: string | undefined;
}

function Fact({ name, value, tone }: FactProps): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd data-tone={tone}>{value}</dd>
    </div>
  );
}
