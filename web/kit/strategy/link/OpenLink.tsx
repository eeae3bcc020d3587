import { atom, useAtomValue, useStore } from "jotai";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { expiryKey } from "#contract/domain/instruments.ts";
import { turnBoard } from "../../../components/link/board-place.ts";
import type { Trial } from "../../../components/strategy-trials/snapshot.ts";
import { toasts } from "../../../components/toasts/toasts.ts";
import type { PaneElement } from "../../../state/pane/pane.ts";
import { contractName } from "../legs/contract-name.ts";
import { DropLegs } from "../legs/DropLegs.tsx";
import { losesLegs } from "../legs/loses-legs.ts";
import { useMadeLegs } from "../legs/use-made-legs.ts";
import common from "../strategy.module.css";
import { useStrategy } from "../strategy-pane.ts";
import { useTrials } from "../use-trials.ts";
import { takeFromAddress } from "./link-prefix.ts";
import { standsAt } from "./stands-at.ts";
import { readStrategyLink, type StrategyLink } from "./strategy-link.ts";

const UNREADABLE = "This link to a strategy cannot be read: it may have been cut off.";
/** So long the place may take, and then the chain of another expiry; what has no price after it has none here. Milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Opens a link: the board turns to its place, then its legs are looked up in the receiver's own data. Legs that are not saved would
 * end by it, also where they are put away, or would be: it asks before.
 */
export function OpenLink({ hash }: { readonly hash: string }): ReactNode {
  const pane = useStrategy();
  const store = useStore();
  const [link, setLink] = useState<StrategyLink>();
  /** Settles the question; absent: nothing is asked. */
  const [answer, ask] = useState<(isAgreed: boolean) => void>();
  useEffect(() => {
    const opening = new AbortController();
    async function open(): Promise<void> {
      const read = await readStrategyLink(hash);
      if (read && losesLegs(store.get, pane)) {
        const isAgreed = await new Promise<boolean>((settle) => ask(() => settle));
        ask(undefined);
        if (!isAgreed) {
          takeFromAddress();
          return;
        }
      }
      const isThere = read && (await turnBoard(store, read, opening.signal));
      if (opening.signal.aborted) return;
      if (read) {
        const { minute: _, ...elsewhere } = read;
        setLink(isThere ? read : elsewhere);
      } else {
        takeFromAddress();
        toasts.show({ message: UNREADABLE, type: "warning" });
      }
    }
    open().catch((error: unknown) => console.warn("link to a strategy:", error));
    return () => opening.abort();
  }, [store, hash, pane]);
  function done(): void {
    setLink(undefined);
    takeFromAddress();
  }
  return (
    <>
      {link ? <LinkedLegs link={link} onDone={done} /> : undefined}
      {answer ? (
        <DropLegs title="Open a link to a strategy" confirm="Open the link" other="the link" onAnswer={answer} />
      ) : undefined}
    </>
  );
}

interface LinkedLegsProps {
  readonly link: StrategyLink;
  readonly onDone: () => void;
}

function LinkedLegs({ link, onDone }: LinkedLegsProps): ReactNode {
  const pane = useStrategy();
  const store = useStore();
  const make = useMadeLegs();
  const root = useRef<PaneElement & HTMLParagraphElement>(null);
  const symbol = useAtomValue(pane.contextAtom)?.symbol;
  const wanted = link.letters.A?.symbol;
  const isThereAtom = useMemo(
    () => atom((get) => standsAt(get(pane.stateAtom), get(pane.contextAtom), link.minute)),
    [pane, link],
  );
  const isThere = useAtomValue(isThereAtom);
  const [isLate, hurry] = useState(false);
  const [isOver, endPatience] = useState(false);
  const isAsking = isThere || isLate;
  // One question a leg: a contract without a price keeps no other one back. Asked there, the answer is of that day and minute.
  const trials = useMemo(() => (isAsking ? link.legs.map((leg) => ({ held: [], legs: [leg] })) : []), [link, isAsking]);
  const answers = useTrials(trials, root);
  useEffect(() => {
    const timer = setTimeout(() => (isAsking ? endPatience : hurry)(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isAsking]);
  const isReady = isAsking && symbol === wanted && isAnswered(answers, link) && !isOver;

  useEffect(() => {
    if (!isReady && !isOver) return;
    const quotes = link.legs.map((leg, i) => {
      const quote = symbol === wanted ? answers[i]?.legs[0] : undefined;
      return quote && { ...quote, lots: leg.lots, price: leg.entry };
    });
    const unknown = link.legs.filter((_, i) => !quotes[i]);
    const legs = make(quotes.filter((quote) => quote !== undefined));
    if (legs.length > 0) {
      store.set(pane.clearAtom);
      store.set(pane.legsAtom, legs);
      store.set(pane.savedLegsAtom, legs); // nothing is lost where nothing was changed
      store.set(pane.whatIfAtom, link.whatIf);
    }
    if (unknown.length > 0) {
      const names = unknown.map((leg) => contractName({ ...leg, expiry: expiryKey(leg.expiry) })).join(", ");
      toasts.show({ message: `Without a price here, left out: ${wanted ?? ""} ${names}`, type: "warning" });
    }
    onDone();
  }, [isReady, isOver, answers, link, make, onDone, pane, store, symbol, wanted]);
  return (
    <p ref={root} role="status" className={common["quiet"]}>
      Opening the link…
    </p>
  );
}

const isAnswered = (answers: readonly (Trial | undefined)[], { legs }: StrategyLink): boolean =>
  answers.length === legs.length && answers.every((answer) => answer !== undefined);
