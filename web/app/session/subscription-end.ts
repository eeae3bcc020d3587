/** Where who loses the subscription is taken, once; from then on what is not open to him leads to the prices. */
import type { createStore } from "jotai";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { BROKER_LOGIN, PRICING } from "../routing/paths.ts";

export const placeAfterEnd = (store: ReturnType<typeof createStore>): string =>
  store.get(brokerSessionAtom)?.isBrokerLogin === true ? PRICING : BROKER_LOGIN;
