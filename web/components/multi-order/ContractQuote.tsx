import { useEffect, useRef } from "react";
import type { PaneElement } from "../../state/pane/pane.ts";
import { useQuote } from "../orders/use-quote.ts";
import type { Snapshot } from "../quote/snapshot.ts";
import { type QuotedContract, quoteKey } from "./orders.ts";

export interface Quoted {
  readonly quote: Snapshot;
  /** Of the newest frame behind it, as performance.now(). */
  readonly frameAt: number;
}

interface ContractQuoteProps {
  readonly contract: QuotedContract;
  /** @param key of the contract */
  readonly onQuote: (key: string, quoted: Quoted) => void;
}

/** Nothing to see: it follows one contract for the dialog that holds it. */
export function ContractQuote({ contract, onQuote }: ContractQuoteProps): undefined {
  const root = useRef<PaneElement>(null);
  const key = quoteKey(contract);
  const { snapshot, frameAt } = useQuote(contract, root);
  useEffect(() => {
    if (snapshot) onQuote(key, { quote: snapshot, frameAt });
  }, [snapshot, frameAt, key, onQuote]);
}
