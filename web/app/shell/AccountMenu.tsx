import { useAtomValue, useSetAtom } from "jotai";
import type { ReactNode } from "react";
import { Menu } from "../../components/Menu.tsx";
import { userAtom } from "../../state/session.ts";
import { goAtom } from "../navigation.ts";
import { LOGOUT } from "../paths.ts";
import { initialsOf } from "./initials.ts";
import styles from "./shell.module.css";

/** Who is logged in, and the way out. */
export function AccountMenu(): ReactNode {
  const user = useAtomValue(userAtom);
  const go = useSetAtom(goAtom);
  const name = user?.name ?? "";
  const email = user?.email ?? "";
  return (
    <Menu
      label="Account"
      align="end"
      buttonLabel={`Account: ${name || email}`}
      button={<span className={styles["initials"]}>{initialsOf(name, email)}</span>}
      buttonClassName={styles["account"]}
      heading={
        <>
          <span className={styles["accountName"]}>{name}</span>
          <span>{email}</span>
        </>
      }
      items={[{ id: "logout", label: "Logout", href: LOGOUT, onSelect: () => go(LOGOUT) }]}
    />
  );
}
