/** Asks a worker for the analysis whenever the question changes; the latest question wins. */
import { useStore } from "jotai";
import { useCallback, useEffect } from "react";
import { extrapolateMinute } from "#contract/domain/clock.ts";
import { clientAtom, exchangeClockAtom } from "../../state/market/market.ts";
import { type Frozen, NO_CHECKED, stillMade } from "./candidate.ts";
import { limitsOf } from "./limits.ts";
import { analyzer } from "./pane.ts";
import { analysisJob } from "./snapshot.ts";

type Store = ReturnType<typeof useStore>;
type Pane = ReturnType<typeof analyzer.of>;

/** While the screen is mounted. */
export function useAnalysis(): void {
  const store = useStore();
  const pane = analyzer.use();
  useEffect(() => followQuestion(store, pane), [store, pane]);
}

function followQuestion(store: Store, { frozenAtom, questionAtom, answerAtom, whyNotAtom }: Pane): () => void {
  let running: AbortController | undefined;

  async function ask(): Promise<void> {
    running?.abort();
    const frozen = store.get(frozenAtom);
    const question = store.get(questionAtom);
    const client = store.get(clientAtom);
    if (!frozen || !question || !client) return;
    const mine = new AbortController();
    running = mine;
    try {
      const analysis = await client.job(analysisJob, question, { signal: mine.signal });
      store.set(answerAtom, (before) => ({ frozen, analysis, version: (before?.version ?? 0) + 1 }));
      store.set(whyNotAtom, "");
    } catch (error) {
      if (mine.signal.aborted) return; // what was there stays
      console.error(error);
      store.set(whyNotAtom, "The analysis failed. Analyze again.");
    }
  }

  const end = store.sub(questionAtom, ask);
  void ask();
  return () => {
    end();
    running?.abort();
  };
}

/** Takes the prices of now, within the limits as they stand. */
export function useAnalyze(): () => void {
  const store = useStore();
  const pane = analyzer.use();
  return useCallback(() => {
    const { snapshot, clock, context } = store.get(pane.stateAtom);
    const market = snapshot?.market;
    if (!market || !context) return;
    const exchange = store.get(exchangeClockAtom);
    const isLive = clock?.mode === "live" && exchange !== undefined;
    const before = store.get(pane.frozenAtom);
    const frozen: Frozen = {
      context,
      date: snapshot.date,
      minute: snapshot.minute,
      at: isLive ? extrapolateMinute(exchange.time, performance.now() - exchange.arrived) : undefined,
      market,
      limits: limitsOf(market.frame, store.get(pane.chosenLimitsAtom)),
    };
    store.set(pane.takenAtom, frozen);
    store.set(pane.checkedAtom, (checked) => stillMade(before ? checked : NO_CHECKED, frozen));
  }, [store, pane]);
}
