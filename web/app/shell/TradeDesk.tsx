import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import { toasts } from "../../components/toasts/toasts.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { tradeIntentAtom } from "../../state/account/trading.ts";
import { goAtom } from "../../state/navigation.ts";
import { BROKER_LOGIN } from "../paths.ts";

/** Answers what screens want to trade: without a broker, by leading to where one is connected. */
export function TradeDesk(): undefined {
  const [intent, setIntent] = useAtom(tradeIntentAtom);
  const broker = useAtomValue(connectedBrokerAtom);
  const go = useSetAtom(goAtom);
  useEffect(() => {
    if (!intent) return;
    setIntent(undefined);
    if (!broker) go(BROKER_LOGIN);
    else toasts.show({ message: `Orders cannot be sent to ${broker.name} yet.`, type: "warning" });
  }, [intent, broker, setIntent, go]);
}
