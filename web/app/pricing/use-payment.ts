/** Paying: one attempt at a time, the wait between two, and the message for the user. */
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { useEffect, useState } from "react";
import { PAYMENT_COOLDOWN_SECONDS } from "#contract/domain/account/plans.ts";
import { toasts } from "../../components/toasts/toasts.ts";
import {
  attemptOf,
  getOffer,
  getPaymentLink,
  type Purchase,
  paymentAttemptAtom,
  secondsToWait,
} from "../../state/account/payments.ts";
import { RefusedCall } from "../../state/api.ts";
import { goAtom } from "../../state/navigation.ts";
import { dropSessionAtom, expiresAtom, isLoggedIn } from "../../state/session.ts";
import { LATER } from "../forms/words.ts";
import { LOGIN } from "../routing/paths.ts";

const ERROR_MS = 3000;

export interface Payment {
  /** Until the next attempt may be made; 0 when it may be now. */
  readonly secondsToWait: number;
  /** The server is asked where to pay. */
  readonly isBusy: boolean;
  readonly subscribe: (purchase: Purchase) => void;
}

/** @param provider undefined until it is known; null where nothing can be bought. */
export function usePayment(provider: string | null | undefined): Payment {
  const [attempt, setAttempt] = useAtom(paymentAttemptAtom);
  const expires = useAtomValue(expiresAtom);
  const dropSession = useSetAtom(dropSessionAtom);
  const go = useSetAtom(goAtom);
  const [isBusy, setIsBusy] = useState(false);
  /** The last attempt is to be waited for: another page made it, or it brought no address. */
  const [isHeld, setIsHeld] = useState(true);
  const left = useSecondsToWait(attempt);
  const wait = isHeld ? left : 0;
  useEffect(() => {
    // Back from the provider, to the page as it was left.
    const restore = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      setIsBusy(false);
      setIsHeld(true);
    };
    addEventListener("pageshow", restore);
    return () => removeEventListener("pageshow", restore);
  }, []);

  async function pay(purchase: Purchase): Promise<void> {
    setIsBusy(true);
    setIsHeld(false);
    setAttempt(Date.now());
    try {
      // The offer may still be on its way, or did not come: a press asks again.
      const at = provider === undefined ? (await getOffer()).provider : provider;
      if (at === null) throw new RefusedCall(0, "");
      const { response, waitSeconds } = await getPaymentLink(at, purchase);
      if (response !== undefined && /^https?:/.test(response)) {
        location.assign(response);
        return; // busy until the page is gone
      }
      const seconds = waitSeconds ?? PAYMENT_COOLDOWN_SECONDS;
      setAttempt(attemptOf(seconds, Date.now()));
      setIsHeld(true);
      toasts.show({ message: `Please try again after ${seconds} seconds`, type: "info" });
    } catch (error) {
      console.warn("payment:", error);
      if (error instanceof RefusedCall && error.status === 401) dropSession();
      else toasts.show({ message: messageOf(error), type: "error", duration: ERROR_MS });
    }
    setIsBusy(false);
  }

  return {
    secondsToWait: wait,
    isBusy,
    subscribe(purchase) {
      if (!isLoggedIn(expires)) go(LOGIN);
      else if (!isBusy && wait === 0) void pay(purchase);
    },
  };
}

const messageOf = (error: unknown): string =>
  error instanceof RefusedCall && error.message !== "" ? error.message : LATER;

/** Counts down while there is something to count. */
function useSecondsToWait(attempt: number): number {
  const left = secondsToWait(attempt, Date.now());
  const isCounting = left > 0;
  const [, render] = useState(left);
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => render(secondsToWait(attempt, Date.now())), 250);
    return () => clearInterval(timer);
  }, [attempt, isCounting]);
  return left;
}
