/** A builder's pane without its screen: what a part of a builder is rendered in, to text. */
import { createStore, Provider } from "jotai";
import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import type { StrategyLeg } from "#contract/domain/strategy/legs.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { StrategyPane } from "../../kit/strategy/strategy-pane.ts";
import { initList } from "../market-data.ts";

/** Of NIFTY on 18 August at 10:00, on letter A. The browser's globals are stubbed before. */
export async function makeBuilderPane(legs: readonly StrategyLeg[]) {
  const [
    { createPane },
    { ROUTE_MOUNT },
    { createStrategyAtoms },
    { StrategyProvider },
    { universeAtom },
    { readUniverse },
    { letters },
  ] = await Promise.all([
    import("../../kit/pane/create-pane.ts"),
    import("../../kit/pane/mount.ts"),
    import("../../kit/strategy/strategy-atoms.ts"),
    import("../../kit/strategy/strategy-pane.ts"),
    import("../../state/market/market.ts"),
    import("../../state/market/universe.ts"),
    import("../../state/pane/letters.ts"),
  ]);
  const store = createStore();
  store.set(universeAtom, readUniverse(initList));
  store.set(letters.A.chooseSymbolAtom, "NIFTY");
  const made: unknown = createPane({ id: "strategy" } as never, createStrategyAtoms as never).of(ROUTE_MOUNT);
  const pane = made as StrategyPane & { readonly stateAtom: never };
  const snapshot = { date: isoDate("2026-08-18"), minute: 600, spot: { spot: 24_200 }, valuation: { legs: [] } };
  store.set(pane.stateAtom, { snapshot } as never);
  store.set(pane.legsAtom, legs);
  const render = (part: ReactNode): string =>
    renderToString(createElement(Provider, { store }, createElement(StrategyProvider, { value: pane }, part)));
  return { store, pane, letter: letters.A, render };
}
