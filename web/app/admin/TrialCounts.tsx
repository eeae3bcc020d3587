import { type ReactNode, useState } from "react";
import { brokerOf } from "#contract/domain/account/brokers.ts";
import type { UserStats } from "#contract/wire/http/admin.ts";
import { Button } from "../../components/controls/Button.tsx";
import { Dialog } from "../../components/overlays/Dialog.tsx";
import styles from "./users.module.css";

/** How many free trials each broker brought, behind the button 'B'. */
export function TrialCounts({ trials }: { readonly trials: UserStats["brokerTrials"] }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const counts = Object.entries(trials).sort(([, a], [, b]) => b - a);
  return (
    <>
      <Button size="header" title="Free trials by broker" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        B
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="Free Trials By Broker" width={320}>
        {counts.length === 0 ? (
          <p className={styles["none"]}>No trial was activated yet.</p>
        ) : (
          <table className={styles["list"]}>
            <thead>
              <tr>
                <th scope="col">Broker</th>
                <th scope="col" className={styles["count"]}>
                  Trials
                </th>
              </tr>
            </thead>
            <tbody>
              {counts.map(([id, count]) => (
                <tr key={id}>
                  <td>{brokerOf(id)?.name ?? id}</td>
                  <td className={styles["count"]}>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Dialog>
    </>
  );
}
