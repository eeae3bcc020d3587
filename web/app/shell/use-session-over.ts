import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import { toasts } from "../../components/toasts/toasts.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { goAtom } from "../../state/navigation.ts";
import { isSessionOverAtom } from "../../state/orders/news.ts";
import { BROKER_LOGIN } from "../routing/paths.ts";

/** Says it where the broker has ended its session, unless another one is connected by then. */
export function useSessionOver(): void {
  const [isOver, setOver] = useAtom(isSessionOverAtom);
  const broker = useAtomValue(connectedBrokerAtom);
  const go = useSetAtom(goAtom);
  useEffect(() => {
    if (!isOver) return;
    setOver(false);
    if (broker) return;
    const action = { label: "Connect again", run: () => go(BROKER_LOGIN) };
    toasts.show({ message: "Your broker session has ended.", type: "warning", autoClose: false, action });
  }, [isOver, setOver, broker, go]);
}
