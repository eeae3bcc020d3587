import { type ReactNode, useEffect, useState } from "react";
import type { Referral } from "#contract/wire/http/accounts.ts";
import { Button } from "../../components/controls/Button.tsx";
import { EmptyState } from "../../components/feedback/EmptyState.tsx";
import { getReferrals, type Referrals } from "../../state/account/account.ts";
import styles from "./account.module.css";
import { utcDay } from "./facts.ts";

/** Who came, what was bought, and the days it earned, against the most that can be. */
export function ReferralDetails(): ReactNode {
  const [details, setDetails] = useState<Referrals>();
  const [isFailed, setIsFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    setIsFailed(false);
    getReferrals().then(setDetails, (error: unknown) => {
      console.warn("referrals:", error);
      setIsFailed(true);
    });
  }, [attempt]);

  if (isFailed)
    return (
      <EmptyState
        message="The referrals could not be loaded."
        action={<Button onClick={() => setAttempt(attempt + 1)}>Retry</Button>}
      />
    );
  if (details === undefined) return <div className={styles["loading"]} />;
  const { referrals, totalDays, maxDays } = details;
  return (
    <>
      {referrals.length === 0 ? (
        <p className={styles["intro"]}>Nobody has registered with your link yet.</p>
      ) : (
        <div className={styles["scroll"]}>
          <table className={styles["table"]}>
            <thead>
              <tr>
                <th scope="col">Email</th>
                <th scope="col">Registered</th>
                <th scope="col">First live plan</th>
                <th scope="col">Date</th>
                <th scope="col">Days</th>
              </tr>
            </thead>
            <tbody>{referrals.map(row)}</tbody>
          </table>
        </div>
      )}
      <p className={styles["total"]}>
        Total: {totalDays} of at most {maxDays} days
      </p>
    </>
  );
}

const or = (text: string | null): string => text ?? "-";
const day = (time: string | null): string => (time === null ? "-" : utcDay(time));

function row({ email, joined, plan, date, days }: Referral, index: number): ReactNode {
  return (
    <tr key={`${joined} ${email} ${index}`}>
      <td>{email ?? "Deleted account"}</td>
      <td>{day(joined)}</td>
      <td>{or(plan)}</td>
      <td>{day(date)}</td>
      <td>{days}</td>
    </tr>
  );
}
