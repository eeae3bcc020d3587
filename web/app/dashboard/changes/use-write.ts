import { useStore } from "jotai";
import { useCallback, useRef, useState } from "react";
import type { WriteReply } from "#contract/wire/http/order-bodies.ts";
import { toasts } from "../../../components/toasts/toasts.ts";
import { type BrokerCalls, createBrokerCalls, newPress } from "../../../state/orders/calls.ts";
import { RefusedSend } from "../../../state/orders/send.ts";

export interface Write {
  readonly isBusy: boolean;
  /** Sends one change, once a press. @returns whether it is done, as far as is known. */
  send(call: (calls: BrokerCalls, press: string) => Promise<WriteReply>): Promise<boolean>;
}

const IN_DOUBT = "Not confirmed: the broker has not answered. The book shows what became of it.";

/** Changes at the broker that a question comes before. What is not known is said, and never taken for a failure. */
export function useWrite(): Write {
  const store = useStore();
  const [isBusy, setIsBusy] = useState(false);
  const busy = useRef(false);
  const send = useCallback<Write["send"]>(
    async (call) => {
      if (busy.current) return false; // a double click
      busy.current = true;
      setIsBusy(true);
      try {
        return tell(await call(createBrokerCalls(store), newPress()));
      } catch (error) {
        if (error instanceof RefusedSend) toasts.show({ message: error.message, type: "error" });
        else {
          console.warn("orders:", error);
          toasts.show({ message: IN_DOUBT, type: "warning", autoClose: false });
        }
        return false;
      } finally {
        busy.current = false;
        setIsBusy(false);
      }
    },
    [store],
  );
  return { isBusy, send };
}

/** Says what the reply says where it is not simply done. */
function tell(reply: WriteReply): boolean {
  const each = reply.data ?? [{ symbol: "", body: reply }];
  for (const { symbol, body } of each) {
    if (body.s === "ok") continue;
    const isOpen = body.state === "unknown" || body.state === "new" || body.state === "sending";
    const message = [symbol, isOpen ? IN_DOUBT : body.m].filter(Boolean).join(": ");
    toasts.show({ message, type: isOpen ? "warning" : "error", autoClose: !isOpen });
  }
  return reply.s === "ok";
}
