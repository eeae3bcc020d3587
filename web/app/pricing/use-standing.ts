/** How the payment stands whose reference the provider sent the browser back with: asked again until it is decided. */
import { useSetAtom } from "jotai";
import { useEffect, useState } from "react";
import { refreshAccountAtom } from "../../state/account/account.ts";
import { getPayment, type Standing } from "../../state/account/payments.ts";
import { RefusedCall } from "../../state/api.ts";
import { ASKING, type PaymentWords, paymentWords, STRANGER, UNKNOWN } from "./payment-words.ts";

const ASK_EVERY_MS = 2000;
/** Five minutes: by then the provider's own messages have come, or are late. */
const ASK_TIMES = 150;
/** By status: what asking again would not change. */
const REFUSALS: Readonly<Record<number, PaymentWords>> = { 401: STRANGER, 404: UNKNOWN };

/** @param reference undefined where the address has none: nothing is asked, and nothing said. */
export function useStanding(reference: string | undefined): PaymentWords | undefined {
  const refreshAccount = useSetAtom(refreshAccountAtom);
  const [words, setWords] = useState(reference === undefined ? undefined : ASKING);

  useEffect(() => {
    if (reference === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;

    function settle(standing: Standing): boolean {
      setWords(paymentWords(standing, false));
      if (standing.state === "paid") void refreshAccount();
      return standing.state === "paid" || standing.state === "closed";
    }

    async function ask(left: number, last: Standing | undefined): Promise<void> {
      let standing = last;
      try {
        standing = await getPayment(reference ?? "");
        if (isOver || settle(standing)) return;
      } catch (error) {
        console.warn("payment:", error);
        if (isOver) return;
        const refusal = error instanceof RefusedCall ? REFUSALS[error.status] : undefined;
        if (refusal !== undefined) {
          setWords(refusal);
          return;
        }
      }
      if (left > 0) timer = setTimeout(() => void ask(left - 1, standing), ASK_EVERY_MS);
      else if (standing !== undefined) setWords(paymentWords(standing, true));
    }

    void ask(ASK_TIMES, undefined);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [reference, refreshAccount]);

  return words;
}
