import { useAtomValue, useSetAtom, useStore } from "jotai";
import { type ReactNode, useState } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { isClosing } from "#contract/domain/strategy/portfolio.ts";
import { Button } from "../../../components/controls/Button.tsx";
import { MultiOrder } from "../../../components/multi-order/MultiOrder.tsx";
import { ordersOf } from "../../../components/multi-order/orders.ts";
import { Messages } from "../../../components/orders/Messages.tsx";
import { connectedBrokerAtom } from "../../../state/account/connected-broker.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { goAtom } from "../../../state/navigation.ts";
import { legContract } from "../../../state/orders/contract-terms.ts";
import { editAtom } from "../book/book.ts";
import { booking, canTradeAtom, notSentAtom, openingAtom, toSendAtom } from "./to-send.ts";

const BROKER_LOGIN = "/broker-login";

/** Sends the closing orders that no broker has yet. It is there where one of the strategies can be traded. */
export function Trade(): ReactNode {
  const canTrade = useAtomValue(canTradeAtom);
  const isConnected = useAtomValue(connectedBrokerAtom) !== undefined;
  const hasPending = useAtomValue(toSendAtom).some(({ legs }) => legs.length > 0);
  const notSent = useAtomValue(notSentAtom);
  const go = useSetAtom(goAtom);
  const [isOpen, open] = useState(false);
  // A broker's session that ends during the press takes no results away.
  if (!isOpen && !canTrade) return undefined;
  const what = hasPending ? "Sends the closing orders." : "There is no closing order to send.";
  return (
    <>
      <Button
        size="header"
        kind="primary"
        disabled={!hasPending}
        title={notSent === "" ? what : `${what} ${notSent}`}
        onClick={() => (isConnected ? open(true) : go(BROKER_LOGIN))}
      >
        Trade
      </Button>
      {isOpen ? <TradeDialog onClose={() => open(false)} /> : undefined}
    </>
  );
}

function TradeDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const store = useStore();
  const edit = useSetAtom(editAtom);
  const strategies = useAtomValue(toSendAtom);
  const warnings = [useAtomValue(notSentAtom), useAtomValue(openingAtom)].filter((text) => text !== "");
  const universe = store.get(universeAtom);
  const orders = strategies
    .flatMap(({ id, symbol, legs }) =>
      legs.flatMap((leg) =>
        ordersOf(
          { ...leg, orders: leg.orders.filter(isClosing) },
          legContract(universe, underlyingOf(symbol), leg, id),
        ),
      ),
    )
    .sort((a, b) => a.contract.strike - b.contract.strike);

  return (
    <MultiOrder
      title="Trade portfolio"
      width="trade"
      orders={orders}
      columns={["Futures/Calls", "Puts"]}
      onResponses={(responses) => edit(booking(orders, responses))}
      onClose={onClose}
    >
      {warnings.length > 0 && <Messages messages={warnings.map((text) => ({ text, tone: "warning" }))} />}
    </MultiOrder>
  );
}
