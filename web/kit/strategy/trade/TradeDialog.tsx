import { useAtom, useAtomValue, useStore } from "jotai";
import type { ReactNode } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { withExclusion } from "#contract/domain/strategy/leg-edits.ts";
import { type OrderResponses, withResponses } from "#contract/domain/strategy/trading.ts";
import { MultiOrder } from "../../../components/multi-order/MultiOrder.tsx";
import { ordersOf } from "../../../components/multi-order/orders.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { legContract } from "../../../state/orders/contract-terms.ts";
import { termsOf } from "../legs/book.ts";
import { useStrategy } from "../strategy-pane.ts";

interface TradeDialogProps {
  readonly columns: readonly [calls: string, puts: string];
  readonly spellsSide: boolean;
  readonly sendsIds: boolean;
  readonly onClose: () => void;
  /** The broker took some of them: the legs say so already. */
  readonly onTraded: () => void;
}

/** The orders that wait, sent in one press. What the broker took is traded from then on. */
export function TradeDialog(props: TradeDialogProps): ReactNode {
  const { columns, spellsSide, sendsIds, onClose, onTraded } = props;
  const pane = useStrategy();
  const store = useStore();
  const [legs, setLegs] = useAtom(pane.legsAtom);
  const context = useAtomValue(pane.contextAtom);
  if (!context) return undefined;
  const { symbol } = context;
  const underlying = underlyingOf(symbol);
  const universe = store.get(universeAtom);
  const strategy = store.get(pane.strategyIdAtom);

  function exclude(id: string): void {
    setLegs(
      legs.map((leg) => {
        const index = leg.orders.findIndex((order) => order.id === id);
        return index < 0 ? leg : withExclusion(leg, index, termsOf(leg, underlying));
      }),
    );
  }
  function close(responses: OrderResponses): void {
    onClose();
    if (Object.keys(responses).length === 0) return;
    setLegs(legs.map((leg) => withResponses(leg, responses, termsOf(leg, underlying))));
    onTraded();
  }
  return (
    <MultiOrder
      title={`Trade ${symbol}`}
      width="strategy"
      product="Margin"
      orders={legs.flatMap((leg) => ordersOf(leg, legContract(universe, context, leg, strategy)))}
      columns={columns}
      spellsSide={spellsSide}
      sendsIds={sendsIds}
      onExclude={exclude}
      onClose={close}
    />
  );
}
