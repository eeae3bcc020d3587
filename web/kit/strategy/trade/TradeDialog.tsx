import { useAtomValue, useStore } from "jotai";
import { type ReactNode, useState } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import { withExclusion } from "#contract/domain/strategy/leg-edits.ts";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { termsOf } from "#contract/domain/strategy/position.ts";
import { type OrderResponses, withResponses } from "#contract/domain/strategy/trading.ts";
import { MultiOrder } from "../../../components/multi-order/MultiOrder.tsx";
import { ordersOf } from "../../../components/multi-order/orders.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { legContract } from "../../../state/orders/contract-terms.ts";
import { newOrderId } from "../legs/book.ts";
import { useStrategy } from "../strategy-pane.ts";

interface TradeDialogProps {
  readonly columns: readonly [calls: string, puts: string];
  readonly spellsSide: boolean;
  readonly sendsIds: boolean;
  readonly onClose: () => void;
  /** What was sent is answered: the legs say so already. It comes again when the dialog goes. */
  readonly onTraded: () => void;
}

/**
 * The orders that wait, of legs that have not expired, sent in one press. What the broker took is traded from then on, also where the symbol is turned
 * elsewhere meanwhile, as from another window.
 */
export function TradeDialog(props: TradeDialogProps): ReactNode {
  const { columns, spellsSide, sendsIds, onClose, onTraded } = props;
  const pane = useStrategy();
  const store = useStore();
  const legs = useAtomValue(pane.livingLegsAtom);
  const [context] = useState(() => store.get(pane.contextAtom));
  const isHere = useAtomValue(pane.contextAtom)?.symbol === context?.symbol;
  if (!context) return undefined;
  const { symbol } = context;
  const underlying = underlyingOf(symbol);
  const universe = store.get(universeAtom);
  const strategy = store.get(pane.strategyIdAtom);

  const change = (edit: (leg: StrategyLeg) => StrategyLeg): void =>
    store.set(pane.amendLegsAtom, (all) => all.map(edit));
  const exclude = (id: string): void => change((leg) => withExclusion(leg, id, termsOf(leg, underlying)));
  const book = (responses: OrderResponses): void =>
    change((leg) => withResponses(leg, responses, newOrderId, termsOf(leg, underlying)));
  return (
    <MultiOrder
      title={`Trade ${symbol}`}
      width="strategy"
      product="Margin"
      orders={isHere ? legs.flatMap((leg) => ordersOf(leg, legContract(universe, context, leg, strategy))) : []}
      columns={columns}
      spellsSide={spellsSide}
      sendsIds={sendsIds}
      onExclude={exclude}
      onResponses={book}
      onOver={onTraded}
      onClose={onClose}
    />
  );
}
