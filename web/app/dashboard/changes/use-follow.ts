import { useStore } from "jotai";
import { useCallback } from "react";
import type { BookOrderBody } from "#contract/wire/http/order-bodies.ts";
import { toasts } from "../../../components/toasts/toasts.ts";
import { RefusedCall } from "../../../state/api.ts";
import { createBrokerCalls } from "../../../state/orders/calls.ts";

const NO_ANSWER = "The server did not answer: the book shows what follows";

/** Has the limit of an open order follow the quotes, or ends that. @param onDone the book says what became of it */
export function useFollow(onDone: () => void): (order: BookOrderBody, follow: boolean) => void {
  const store = useStore();
  return useCallback(
    ({ id }, follow) => {
      createBrokerCalls(store)
        .follow(id, follow)
        .then(
          (message) => toasts.show({ message, type: "success" }),
          (error: unknown) => {
            console.warn("follow:", error);
            const message = (error instanceof RefusedCall && error.message) || NO_ANSWER;
            toasts.show({ message, type: "error" });
          },
        )
        .finally(onDone);
    },
    [store, onDone],
  );
}
