import { useAtomValue, useStore } from "jotai";
import { useEffect, useState } from "react";
import type { PositionBody } from "#contract/wire/http/order-bodies.ts";
import { brokerSessionAtom } from "../../state/account/broker.ts";
import { readAgain } from "../../state/orders/news.ts";
import { useBrokerCalls } from "./use-broker-calls.ts";

/** How often the book is read where the server has said nothing. */
const POLL_MS = 30_000;

/** What the user has at the connected broker; undefined until it was read. */
export function usePositions(): readonly PositionBody[] | undefined {
  const store = useStore();
  const calls = useBrokerCalls();
  const isConnected = useAtomValue(brokerSessionAtom)?.isBrokerLogin === true;
  const [positions, setPositions] = useState<readonly PositionBody[]>();
  useEffect(() => {
    if (!isConnected) return;
    let isOver = false;
    async function read(): Promise<void> {
      try {
        const { netPositions = [] } = await calls.tab("positions");
        if (!isOver) setPositions(netPositions);
      } catch (error) {
        // The ticket goes without it.
        console.warn("positions:", error);
      }
    }
    const stop = readAgain(store, POLL_MS, () => void read());
    return () => {
      isOver = true;
      stop();
    };
  }, [store, calls, isConnected]);
  return positions;
}
