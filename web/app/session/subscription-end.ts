/** Whoever loses the subscription hears so, and is taken elsewhere, once; from then on what is not open to him leads to the prices. */
import type { createStore } from "jotai";
import { toasts } from "../../components/toasts/toasts.ts";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { goAtom } from "../../state/navigation.ts";
import { BROKER_LOGIN, PRICING } from "../routing/paths.ts";

/** Of a page that was still loading the end may come twice. */
let told = 0;

/** @returns the path */
export function tellEnd(store: ReturnType<typeof createStore>): string {
  const hasBroker = store.get(brokerSessionAtom)?.isBrokerLogin === true;
  toasts.close(told);
  told = toasts.show({
    message: `Your subscription has ended.${hasBroker ? " Orders and positions stay as they are at your broker; alerts and stops are no longer watched here." : ""}`,
    type: "warning",
    autoClose: false,
    // With a broker the prices are where he is taken.
    action: hasBroker ? undefined : { label: "Pricing", run: () => store.set(goAtom, PRICING) },
  });
  return hasBroker ? PRICING : BROKER_LOGIN;
}
