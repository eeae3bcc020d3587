import { useAtomValue, useSetAtom } from "jotai";
import type { MenuItem } from "../../components/overlays/Menu.tsx";
import { logOutOfBrokerAtom } from "../../state/account/broker.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { goAtom } from "../../state/navigation.ts";
import { accountEntries } from "./account-entries.ts";

/** What a menu lists of the account. */
export function useAccountItems(): readonly MenuItem[] {
  const hasBroker = useAtomValue(connectedBrokerAtom) !== undefined;
  const go = useSetAtom(goAtom);
  const logOutOfBroker = useSetAtom(logOutOfBrokerAtom);
  return accountEntries(hasBroker).map(({ label, path }) =>
    path === undefined
      ? { id: label, label, onSelect: () => void logOutOfBroker() }
      : { id: label, label, href: path, onSelect: () => go(path) },
  );
}
