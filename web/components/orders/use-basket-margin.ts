import { useAtomValue } from "jotai";
import { useEffect, useMemo, useState } from "react";
import { MOST_MARGIN_ORDERS } from "#contract/domain/orders/order.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { basketMargin } from "#contract/wire/http/orders.ts";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import type { Draft } from "../../state/orders/draft.ts";
import { askedItems } from "../../state/orders/money.ts";
import { useBrokerCalls } from "./use-broker-calls.ts";

export type BasketMargin = ResponseOf<typeof basketMargin>["data"];

/** Typing is over after so long. */
const SETTLED_MS = 400;

interface Answer {
  readonly asked: string;
  readonly margin: BasketMargin | undefined;
}

/**
 * What the connected broker says of the orders as they are now; undefined while it has not said it of these. It is asked again
 * when the orders change, not when prices do.
 */
export function useBasketMargin(drafts: readonly Draft[]): BasketMargin | undefined {
  const calls = useBrokerCalls();
  const isConnected = useAtomValue(brokerSessionAtom)?.isBrokerLogin === true;
  const items = isConnected ? askedItems(drafts) : [];
  const asked = items.length > 0 && items.length <= MOST_MARGIN_ORDERS ? JSON.stringify(items) : "";
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    if (asked === "") return;
    let isOver = false;
    const timer = setTimeout(async () => {
      try {
        const margin = await calls.margin(JSON.parse(asked) as typeof items);
        if (!isOver) setAnswer({ asked, margin });
      } catch (error) {
        // A broker that does not say it holds nothing back: the figure stays out.
        console.warn("margin:", error);
      }
    }, SETTLED_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [asked, calls]);
  return useMemo(() => (answer?.asked === asked ? answer.margin : undefined), [answer, asked]);
}
