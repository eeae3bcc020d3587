/** The way from our pages to a broker's login page: an attempt is begun first, so that only this browser can finish it. */
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect } from "react";
import type { Broker } from "#contract/domain/account/brokers.ts";
import {
  brokerOffersAtom,
  postBrokerAttempt,
  refreshBrokerAtom,
  rememberLeaving,
} from "../../state/account/broker-login.ts";
import { RefusedCall } from "../../state/api.ts";
import { goAtom } from "../../state/navigation.ts";
import { expiresAtom, isLoggedIn } from "../../state/session.ts";
import { LATER } from "../forms/words.ts";
import { LOGIN } from "../routing/paths.ts";
import type { BrokerConfiguration } from "./broker-links.ts";
import { brokerConfiguration } from "./configuration.ts";

/** The brokers that can be connected here, asked for when a page about brokers opens. A visitor without login gets none. */
export function useBrokerConfiguration(): BrokerConfiguration {
  const offers = useAtomValue(brokerOffersAtom);
  const expires = useAtomValue(expiresAtom);
  const refresh = useSetAtom(refreshBrokerAtom);
  const isIn = isLoggedIn(expires);
  useEffect(() => {
    if (isIn) refresh().catch((error: unknown) => console.warn("brokers:", error));
  }, [isIn, refresh]);
  return brokerConfiguration(offers);
}

/** So long the page may take to be left. */
const LEAVING_MS = 5000;

/** @returns begins a login, which leaves the page for the broker's. Resolves to what stands in its way. */
export function useLeaving(): (broker: Broker, credentials: readonly string[]) => Promise<string> {
  const go = useSetAtom(goAtom);
  return async (broker, credentials) => {
    try {
      const address = await postBrokerAttempt(broker.id, credentials);
      if (address === null) return LATER;
      if (broker.token.kind === "remembered") rememberLeaving(broker.id);
      location.assign(address);
      // The browser may ask about what is not saved: whoever stays can press again.
      await new Promise((next) => setTimeout(next, LEAVING_MS));
      return "The broker's page has not opened yet. If you stayed here, log in again.";
    } catch (error) {
      console.warn("broker login:", error);
      if (!(error instanceof RefusedCall)) return LATER;
      if (error.status === 401) go(LOGIN);
      return error.message === "" ? LATER : error.message;
    }
  };
}
