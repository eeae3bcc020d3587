/** The broker of the stored session, as its row of data. */
import { atom } from "jotai";
import { type Broker, brokerOf } from "#contract/domain/account/brokers.ts";
import { brokerSessionAtom } from "./broker.ts";

/** The connected broker; undefined while there is none. */
export const connectedBrokerAtom = atom((get): Broker | undefined => {
  const session = get(brokerSessionAtom);
  return session?.isBrokerLogin === true ? brokerOf(session.broker) : undefined;
});
connectedBrokerAtom.debugLabel = "connectedBroker";

/** Whether it sets the limit of a market order by a rule of its own. Practice is ours. */
export const limitsMarketAtom = atom(
  (get): boolean => get(brokerSessionAtom)?.isPractice !== true && get(connectedBrokerAtom)?.limitsMarket === true,
);
limitsMarketAtom.debugLabel = "limitsMarket";
