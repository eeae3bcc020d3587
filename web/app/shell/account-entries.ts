/** What the account menu lists, and what its icon warns of. Pure. */
import { counted } from "../../format/count-words.ts";
import type { DaysLeft } from "../../state/account/days-left.ts";
import { ACCOUNT, BROKER_DASHBOARD, BROKER_LOGIN, LOGOUT } from "../routing/paths.ts";

export interface AccountEntry {
  readonly label: string;
  /** Absent: the broker is logged out where the user stands. */
  readonly path?: string;
}

/** @param hasBroker a broker is connected. */
export function accountEntries(hasBroker: boolean): readonly AccountEntry[] {
  return [
    { label: "Account Details", path: ACCOUNT },
    ...(hasBroker ? [{ label: "Dashboard", path: BROKER_DASHBOARD }] : []),
    hasBroker ? { label: "Broker Logout" } : { label: "Broker Login", path: BROKER_LOGIN },
    { label: "Logout", path: LOGOUT },
  ];
}

export interface ExpiryWarning {
  readonly colour: "orange" | "red";
  /** Colour is never alone. */
  readonly words: string;
}

/** Orange with two days of subscription left, red with fewer; undefined with more, and without a subscription. */
export function warningOf(left: DaysLeft): ExpiryWarning | undefined {
  if (left === "Nil" || left > 2) return undefined;
  const words = `${counted(left, "day")} of subscription left`;
  return { colour: left === 2 ? "orange" : "red", words };
}
