import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Menu } from "../../components/overlays/Menu.tsx";
import { logOutOfBrokerAtom } from "../../state/account/broker.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { daysLeftAtom } from "../../state/account/days-left.ts";
import { goAtom } from "../../state/navigation.ts";
import { userAtom } from "../../state/session.ts";
import { BrokerMark } from "../brokers/BrokerMark.tsx";
import { type AccountEntry, accountEntries, warningOf } from "./account-entries.ts";
import { initialsOf } from "./initials.ts";
import styles from "./shell.module.css";

/** Who is logged in, with how much time left and which broker, and the way out. */
export function AccountMenu(): ReactNode {
  const user = useAtomValue(userAtom);
  const broker = useAtomValue(connectedBrokerAtom);
  const warning = warningOf(useAtomValue(daysLeftAtom));
  const go = useSetAtom(goAtom);
  const logOutOfBroker = useSetAtom(logOutOfBrokerAtom);
  const name = user?.name ?? "";
  const email = user?.email ?? "";
  const item = ({ label, path }: AccountEntry) =>
    path === undefined
      ? { id: label, label, onSelect: () => void logOutOfBroker() }
      : { id: label, label, href: path, onSelect: () => go(path) };
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
      items={accountEntries(broker !== undefined).map(item)}
    />
  );
}
