import { useEffect, useRef } from "react";
import { contractKey } from "#contract/domain/instruments.ts";
import type { TradeIntent } from "../../state/account/trading.ts";
import type { PaneElement } from "../../state/pane/pane.ts";
import { useQuote } from "../orders/use-quote.ts";
import type { Snapshot } from "../quote/snapshot.ts";

export interface Quoted {
  readonly quote: Snapshot;
  /** Of the newest frame behind it, as performance.now(). */
  readonly frameAt: number;
}

interface ContractQuoteProps {
  readonly contract: Pick<TradeIntent, "exchange" | "symbol" | "expiry" | "strike" | "type">;
  /** @param key of the contract */
  readonly onQuote: (key: string, quoted: Quoted) => void;
}

/** Nothing to see: it follows one contract for the dialog that holds it. */
export function ContractQuote({ contract, onQuote }: ContractQuoteProps): undefined {
  const root = useRef<PaneElement>(null);
  const key = contractKey(contract);
  const { snapshot, frameAt } = useQuote(contract, root);
  useEffect(() => {
    if (snapshot) onQuote(key, { quote: snapshot, frameAt });
  }, [snapshot, frameAt, key, onQuote]);
}
