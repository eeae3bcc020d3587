import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { Menu } from "../../components/overlays/Menu.tsx";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { daysLeftAtom } from "../../state/account/days-left.ts";
import { userAtom } from "../../state/session.ts";
import { BrokerMark } from "../brokers/BrokerMark.tsx";
import { warningOf } from "./account-entries.ts";
import { initialsOf } from "./initials.ts";
import styles from "./shell.module.css";
import { useAccountItems } from "./use-account-items.ts";

/** Who is logged in, with how much time left and which broker, and the way out. */
export function AccountMenu(): ReactNode {
  const user = useAtomValue(userAtom);
  const broker = useAtomValue(connectedBrokerAtom);
  const warning = warningOf(useAtomValue(daysLeftAtom));
  const name = user?.name ?? "";
  const email = user?.email ?? "";
  return (
    <Menu
      label="Account"
      align="end"
      buttonLabel={[`Account: ${name || email}`, broker?.name, warning?.words].filter(Boolean).join(", ")}
      button={
        broker ? (
          <BrokerMark broker={broker} size={24} />
        ) : (
          <span className={styles["initials"]} data-warning={warning?.colour}>
            {initialsOf(name, email)}
          </span>
        )
      }
      buttonClassName={styles["account"]}
      heading={
        <>
          <span className={styles["accountName"]}>{name}</span>
          <span>{email}</span>
        </>
      }
      items={useAccountItems()}
    />
  );
}
