import { useAtomValue, useSetAtom, useStore } from "jotai";
import { type ReactNode, useState } from "react";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { OrderResponses } from "#contract/domain/strategy/trading.ts";
import { MultiOrder } from "../../components/multi-order/MultiOrder.tsx";
import { ordersOf } from "../../components/multi-order/orders.ts";
import { NumberInput } from "../../components/orders/NumberInput.tsx";
import { strikeText } from "../../format/strike-text.ts";
import { newOrderId } from "../../kit/strategy/legs/book.ts";
import { universeAtom } from "../../state/market/market.ts";
import { legContract, listedTick } from "../../state/orders/contract-terms.ts";
import { pairName } from "./chart.ts";
import { booked, type OptionType } from "./legs.ts";
import { PairFields } from "./PairFields.tsx";
import { straddle } from "./pane.ts";
import { type OpenedPair, useOpenedPair } from "./use-pair.ts";

const HEADINGS: Readonly<Record<OptionType, string>> = { CE: "Calls Limit Price", PE: "Puts Limit Price" };

/** The chosen pair, sent to the broker in one press. What it took is the strategy that is saved. */
export function TradeDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const pane = straddle.use();
  const store = useStore();
  const setBook = useSetAtom(pane.bookAtom);
  const opened = useOpenedPair();
  const setNewId = useSetAtom(pane.newIdAtom);
  const [newId] = useState(() => store.get(pane.newIdAtom) ?? crypto.randomUUID());
  if (!opened) return undefined;
  const { pair, context, legs, book, terms, setTerms, making } = opened;
  const universe = store.get(universeAtom);
  const strategy = store.get(pane.openAtom.atAtom)(context)?.id ?? newId;
  /** Of the pair's own symbol and day, wherever the pane has been turned since. */
  function bookAnswers(responses: OrderResponses): void {
    setBook(booked(book, legs, responses, newOrderId, making("CE")), context);
    setNewId(newId, context);
  }
  const { CE, PE } = pair.facts;
  const name = pairName(CE.strike, PE.strike);
  const strikes =
    CE.strike === PE.strike ? strikeText(CE.strike) : `${strikeText(CE.strike)} / ${strikeText(PE.strike)}`;
  return (
    <MultiOrder
      title={`Trade ${context.symbol} ${name.toLowerCase()} ${strikes}`}
      width="trade"
      orders={legs.flatMap((leg) => ordersOf(leg, legContract(universe, context, leg, strategy)))}
      columns={[<Head key="CE" type="CE" opened={opened} />, <Head key="PE" type="PE" opened={opened} />]}
      onExclude={opened.exclude}
      onResponses={bookAnswers}
      onClose={onClose}
    >
      <PairFields terms={terms} onTerms={setTerms} lotSize={CE.lotSize} />
    </MultiOrder>
  );
}

/** The limit of a leg's orders. */
function Head({ type, opened }: { readonly type: OptionType; readonly opened: OpenedPair }): ReactNode {
  const { prices, setPrice, context } = opened;
  const { decimals } = underlyingOf(context.symbol);
  const tick = listedTick(useAtomValue(universeAtom), context.symbol, type);
  return (
    <NumberInput
      label={HEADINGS[type]}
      value={prices[type]}
      decimals={decimals}
      step={tick}
      min={tick}
      onChange={(price) => setPrice(type, price)}
      unit="₹"
    />
  );
}
