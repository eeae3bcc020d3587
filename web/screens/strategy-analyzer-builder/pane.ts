/** The atoms of one mounted payoff of candidates: what was handed over, and which of them is looked at. */
import { atom } from "jotai";
import { roomName } from "#contract/domain/instruments.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import type { HandedStrategy, Received } from "../../kit/strategy/handed/handed.ts";
import { ofStay } from "../../kit/strategy/of-stay.ts";
import { createOlderAtoms } from "../../kit/strategy/older/older-atoms.ts";
import { createStrategyAtoms } from "../../kit/strategy/strategy-atoms.ts";
import { screen } from "./screen.ts";

export const analyzerBuilder = createPane(screen, (own) => {
  const strategy = createStrategyAtoms(own);
  const receivedAtom = atom<Received | undefined>(undefined);
  /** Legs mean nothing to another symbol. */
  const isOfMarketAtom = atom((get) => {
    const received = get(receivedAtom);
    const context = get(own.contextAtom);
    const rooms = context?.expiries.map((expiry) => roomName(context.symbol, expiry)) ?? [];
    return received !== undefined && rooms.includes(received.room);
  });
  /** Another day holds no legs: the strategy is chosen anew. */
  const chosenAtom = ofStay<number | undefined>(own);
  const shownAtom = atom(
    (get) => get(chosenAtom),
    (_get, set, shown: HandedStrategy | undefined) => {
      set(chosenAtom, shown?.id);
      set(strategy.legsAtom, shown?.strategy ?? []);
    },
  );
  return { ...strategy, ...createOlderAtoms(own), receivedAtom, isOfMarketAtom, shownAtom };
});
