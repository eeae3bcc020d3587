import type { ReactNode } from "react";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import { dayOf, historyOf, type NumberedUser } from "./user-list.ts";
import styles from "./users.module.css";

interface SubscriptionHistoryProps {
  /** Undefined: closed. */
  readonly user: NumberedUser | undefined;
  readonly onClose: () => void;
}

/** What a user was given and when, newest first. */
export function SubscriptionHistory({ user, onClose }: SubscriptionHistoryProps): ReactNode {
  return (
    <Dialog open={user !== undefined} onClose={onClose} title="Subscription History">
      <p className={styles["who"]}>{user?.email}</p>
      {user === undefined || user.subscription.length === 0 ? (
        <p className={styles["none"]}>There was no subscription yet.</p>
      ) : (
        <table className={styles["list"]}>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Period</th>
            </tr>
          </thead>
          <tbody>
            {historyOf(user).map(({ date, period }) => (
              <tr key={`${date} ${period}`}>
                <td>{dayOf(date)}</td>
                <td>{period}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
