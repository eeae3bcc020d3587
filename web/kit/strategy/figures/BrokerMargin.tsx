import { useAtomValue, useStore } from "jotai";
import { type ReactNode, useMemo } from "react";
import { legKey, type StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { signOf } from "#contract/domain/strategy/position.ts";
import type { SpotFacts } from "#contract/worker/spot-facts.ts";
import { useBasketMargin } from "../../../components/orders/use-basket-margin.ts";
import { formats } from "../../../format/format.ts";
import { brokerSessionAtom } from "../../../state/account/broker.ts";
import { connectedBrokerAtom } from "../../../state/account/connected-broker.ts";
import { universeAtom } from "../../../state/market/market.ts";
import { legContract } from "../../../state/orders/contract-terms.ts";
import type { Draft, TicketContract } from "../../../state/orders/draft.ts";
import { draftOfOrder } from "../../../state/orders/leg-orders.ts";
import { useStrategy } from "../strategy-pane.ts";
import { Facts } from "./Facts.tsx";

const RULES = { isMarginOnly: false, isEdit: false } as const;

/** A line with what the connected broker asks for all open legs together that have not expired. Nothing until it has said it of these legs. */
export function BrokerMargin(): ReactNode {
  const pane = useStrategy();
  const store = useStore();
  const legs = useAtomValue(pane.livingLegsAtom);
  const context = useAtomValue(pane.contextAtom);
  const universe = useAtomValue(universeAtom);
  const session = useAtomValue(brokerSessionAtom);
  const broker = useAtomValue(connectedBrokerAtom);
  const drafts = useMemo(() => {
    const { snapshot } = store.get(pane.stateAtom);
    if (!context || !snapshot) return [];
    return legs.flatMap((leg) => draftOf(leg, legContract(universe, context, leg), snapshot.spot));
  }, [store, pane, legs, context, universe]);
  const margin = useBasketMargin(drafts);
  const required = margin?.required ?? Number.NaN;
  if (Number.isNaN(required)) return undefined;
  const of = session?.isPractice ? "Practice" : broker?.name;
  const title = "What the broker asks for the open legs at their entry prices, as orders on margin";
  return <Facts facts={[{ label: "Basket margin", value: formats.whole.text(required), aside: of, title }]} />;
}

/** The open position as one order, at the price step that is nearest to its average. */
function draftOf(leg: StrategyLeg, contract: TicketContract, { spot, previousSpot }: SpotFacts): readonly Draft[] {
  if (!leg.action) return [];
  const price = Math.max(Math.round(leg.ltp / contract.tick), 1) * contract.tick;
  const order = { id: legKey(leg), contract, side: signOf(leg.action), contracts: leg.totalContracts, price };
  const quote = { ltp: price, previousClose: Number.NaN, spot, previousSpot };
  return [draftOfOrder(order, { kind: "Limit", product: "Margin" }, quote, RULES)];
}
