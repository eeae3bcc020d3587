import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import { AskedPart } from "../../../components/AskedPart.tsx";
import { Button } from "../../../components/controls/Button.tsx";
import { lazyPart } from "../../../components/lazy-part.ts";
import { brokerSessionAtom } from "../../../state/account/broker.ts";
import { brokerExchangesAtom } from "../../../state/account/trading.ts";
import { useTell } from "../../pane/trade/use-trade.ts";
import { useStrategy } from "../strategy-pane.ts";

const TradeDialog = lazyPart(() => import("./TradeDialog.tsx"), "TradeDialog");

const COLUMNS = ["Futures/Calls", "Puts"] as const;

interface TradeButtonProps {
  /** Headings of the dialog's columns. */
  readonly columns?: readonly [calls: string, puts: string];
  /** The dialog has the side of an order as a word. */
  readonly spellsSide?: boolean;
  /** Orders go with their ids; default. */
  readonly sendsIds?: boolean;
  readonly onTraded?: () => void;
}

/** Where the broker trades: what waits goes in one press, on the live market. */
export function TradeButton(props: TradeButtonProps): ReactNode {
  const { columns = COLUMNS, spellsSide = false, sendsIds = true, onTraded = () => undefined } = props;
  const pane = useStrategy();
  const legs = useAtomValue(pane.livingLegsAtom);
  const broker = useAtomValue(brokerSessionAtom);
  const tell = useTell(pane);
  const exchange = useAtomValue(pane.contextAtom)?.exchange;
  const isTraded = useAtomValue(brokerExchangesAtom).some((one) => one === exchange);
  const [isOpen, open] = useState(false);
  const [first] = legs;
  // A broker's session that ends during the press takes no results away.
  if (!isTraded && !isOpen) return undefined;
  const why = whyNot();
  function whyNot(): string | undefined {
    if (!first) return "There is no leg to trade";
    if (!tell) return "Orders are sent on the live market alone";
    return legs.some(({ toTrade }) => toTrade) ? undefined : "No order waits to be sent";
  }
  function press(): void {
    // Without a broker the shell leads to where one is connected.
    if (!broker && first) {
      const { strike, type, action } = first;
      tell?.(({ symbol, expiry }) => ({ symbol, expiry, strike, type, side: action === "sell" ? "S" : "B" }));
    } else open(true);
  }
  return (
    <>
      <Button size="header" kind="primary" onClick={press} {...(why !== undefined && { disabled: true, title: why })}>
        Trade
      </Button>
      <AskedPart>
        {isOpen ? (
          <TradeDialog
            columns={columns}
            spellsSide={spellsSide}
            sendsIds={sendsIds}
            onClose={() => open(false)}
            onTraded={onTraded}
          />
        ) : undefined}
      </AskedPart>
    </>
  );
}
