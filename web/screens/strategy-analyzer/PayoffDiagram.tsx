import { useAtomValue, useStore } from "jotai";
import { type ReactNode, useState } from "react";
import { expiryKey } from "#contract/domain/instruments.ts";
import { Button } from "../../components/controls/Button.tsx";
import { handOver } from "../../kit/strategy/handed/handed.ts";
import { useMadeLegs } from "../../kit/strategy/legs/use-made-legs.ts";
import { clientAtom } from "../../state/market/market.ts";
import { useFact } from "../../state/market/slow-fact.ts";
import { navigationAtom } from "../../state/navigation.ts";
import { candidateAt, quotedLegs } from "./candidate.ts";
import { contractIn, contractsOf } from "./contracts.ts";
import { handedMarket, handedStrategy } from "./handed-form.ts";
import { kindsOf } from "./kinds.ts";
import { analyzer } from "./pane.ts";
import { analysisJob } from "./snapshot.ts";

const BUILDER = "/strategy-analyzer-builder";

/** Leads to the payoffs of the checked candidates, at the frozen prices. */
export function PayoffDiagram(): ReactNode {
  const pane = analyzer.use();
  const store = useStore();
  const make = useMadeLegs();
  const count = useAtomValue(pane.checkedAtom).size;
  const isFrozen = useFact(pane.frozenAtom, Boolean);
  const [isBusy, setBusy] = useState(false);

  async function open(): Promise<void> {
    const frozen = store.get(pane.frozenAtom);
    const question = store.get(pane.questionAtom);
    const client = store.get(clientAtom);
    if (!frozen || !question || !client) return;
    // The filters may hide some of them, and a column may leave some out: these are asked for by name.
    const analysis = await client.job(analysisJob, {
      ...question,
      kinds: kindsOf("All"),
      names: [...store.get(pane.checkedAtom).keys()],
      filters: {},
      sort: { by: "pop", descending: true },
    });
    const state = store.get(pane.stateAtom);
    // The letter was turned, or it is analyzed anew: legs of these prices with contracts of another symbol are nobody's.
    if (store.get(pane.frozenAtom) !== frozen || !state.snapshot) return;
    const contracts = contractsOf(state);
    const contractOf = contractIn(contracts, expiryKey(frozen.context.expiry));
    const strategies = Array.from({ length: analysis.rows }, (_, row) =>
      handedStrategy(analysis, row, make(quotedLegs(candidateAt(analysis, row), frozen, contractOf))),
    );
    handOver(strategies, handedMarket(frozen, contracts, state.snapshot.spot.previousSpot));
    await store.get(navigationAtom)?.go(BUILDER);
  }
  function press(): void {
    setBusy(true);
    open()
      .catch((error: unknown) => {
        console.error(error);
        store.set(pane.whyNotAtom, "The analysis failed. Analyze again.");
      })
      .finally(() => setBusy(false));
  }
  const why =
    count === 0 || !isFrozen ? "Check strategies in the list first" : isBusy ? "They are handed over" : undefined;
  return (
    <Button size="header" onClick={press} {...(why !== undefined && { disabled: true, title: why })}>
      {`Payoff Diagram (${count})`}
    </Button>
  );
}
