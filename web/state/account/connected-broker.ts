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
