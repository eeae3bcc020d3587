import { useAtom, useAtomValue, useStore } from "jotai";
import { type ReactNode, useState } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { termsOf } from "#contract/domain/strategy/position.ts";
import { withExecutions } from "#contract/domain/strategy/trading.ts";
import { Button } from "../../components/controls/Button.tsx";
import { newOrderId } from "../../kit/strategy/legs/book.ts";
import { connectedBrokerAtom } from "../../state/account/connected-broker.ts";
import { createBrokerCalls } from "../../state/orders/calls.ts";
import { builder } from "./pane.ts";

/** Takes the traded prices from the broker's book, where the broker tells them and a kept strategy is open. */
export function SyncButton(): ReactNode {
  const pane = builder.use();
  const store = useStore();
  const broker = useAtomValue(connectedBrokerAtom);
  const open = useAtomValue(pane.openAtom);
  const [legs, setLegs] = useAtom(pane.legsAtom);
  const [isSyncing, setSyncing] = useState(false);
  if (!broker?.syncs || !open) return undefined;

  async function sync(): Promise<void> {
    const symbol = store.get(pane.contextAtom)?.symbol;
    if (symbol === undefined) return;
    setSyncing(true);
    try {
      const executions = await createBrokerCalls(store).executions();
      if (store.get(pane.contextAtom)?.symbol !== symbol) return;
      const underlying = underlyingOf(symbol);
      const before = store.get(pane.legsAtom);
      const after = before.map((leg) => withExecutions(leg, executions, newOrderId, termsOf(leg, underlying)));
      if (after.some((leg, i) => leg !== before[i])) setLegs(after);
    } catch (error) {
      console.warn("the broker's orders:", error);
    } finally {
      setSyncing(false);
    }
  }
  const hasTraded = legs.some(({ orders }) => orders.some(({ isTraded }) => isTraded));
  const why = isSyncing ? "The broker is asked" : hasTraded ? undefined : "No order is traded yet";
  return (
    <Button
      size="header"
      aria-busy={isSyncing}
      disabled={why !== undefined}
      title={why ?? `Traded prices from ${broker.name}`}
      onClick={() => void sync()}
    >
      {isSyncing ? "Syncing…" : "Sync"}
    </Button>
  );
}
