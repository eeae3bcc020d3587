import { useStore } from "jotai";
import { useCallback, useRef, useState } from "react";
import type { WriteReply } from "#contract/wire/http/order-bodies.ts";
import { type BrokerCalls, createBrokerCalls, newPress } from "../../state/orders/calls.ts";
import { RefusedSend } from "../../state/orders/send.ts";
import { toasts } from "../toasts/toasts.ts";

type Call = (calls: BrokerCalls, press: string) => Promise<WriteReply>;

export interface Write {
  readonly isBusy: boolean;
  /** As `send`. @returns what became of it: of 'doubt' nobody knows, and pressing again might do it twice. */
  ask(call: Call): Promise<"done" | "refused" | "doubt">;
  /** Sends one change, once a press. @returns whether it is done, as far as is known. */
  send(call: Call): Promise<boolean>;
}

const IN_DOUBT = "Not confirmed: the broker has not answered. The book shows what became of it.";

/** Changes at the broker that a question comes before. What is not known is said, and never taken for a failure. */
export function useWrite(): Write {
  const store = useStore();
  const [isBusy, setIsBusy] = useState(false);
  const busy = useRef(false);
  const ask = useCallback<Write["ask"]>(
    async (call) => {
      if (busy.current) return "refused"; // a double click
      busy.current = true;
      setIsBusy(true);
      try {
        return tell(await call(createBrokerCalls(store), newPress()));
      } catch (error) {
        if (error instanceof RefusedSend) {
          toasts.show({ message: error.message, type: "error" });
          return "refused";
        }
        console.warn("orders:", error);
        toasts.show({ message: IN_DOUBT, type: "warning", autoClose: false });
        return "doubt";
      } finally {
        busy.current = false;
        setIsBusy(false);
      }
    },
    [store],
  );
  const send = useCallback<Write["send"]>(async (call) => (await ask(call)) === "done", [ask]);
  return { isBusy, ask, send };
}

/** Says what the reply says where it is not simply done. */
function tell(reply: WriteReply): "done" | "refused" | "doubt" {
  const each = reply.data ?? [{ symbol: "", body: reply }];
  let isInDoubt = false;
  for (const { symbol, body } of each) {
    if (body.s === "ok") continue;
    const isOpen = body.state === "unknown" || body.state === "new" || body.state === "sending";
    const message = [symbol, isOpen ? body.m || IN_DOUBT : body.m].filter(Boolean).join(": ");
    toasts.show({ message, type: isOpen ? "warning" : "error", autoClose: !isOpen });
    isInDoubt ||= isOpen;
  }
  return reply.s === "ok" ? "done" : isInDoubt ? "doubt" : "refused";
}
