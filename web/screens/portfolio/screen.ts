import type { LegPosition } from "#contract/domain/strategy/profits.ts";
import { defineScreen, type Need } from "#contract/worker/screen.ts";
import { defineWatch } from "#contract/worker/watch.ts";
import type { Params, Positions, Snapshot, StopHit, StopRules } from "./snapshot.ts";

/** Chains that are loaded for a past day; legs of others have no price there. */
export const MOST_ROOMS = 12;

const NONE: Positions = { revision: 0, strategies: [] };

/** What is held, leg by leg. */
export const openLegs = ({ strategies }: Positions): readonly LegPosition[] =>
  strategies.flatMap(({ legs }) => legs.filter(({ lots }) => lots !== 0));

/** Of closed legs, too: one that is opened again by undo has its price at once. */
const pricesOf = ({ strategies }: Positions): readonly Need[] => {
  const prices = [...new Set(strategies.flatMap(({ legs }) => legs.map(({ name }) => name)))];
  return prices.length > 0 ? [{ prices }] : [];
};

/** Chains of what is held, in the order of the strategies. */
export const roomsOf = (positions: Positions): readonly string[] =>
  [...new Set(openLegs(positions).map(({ room }) => room))].slice(0, MOST_ROOMS);

export const screen = defineScreen<Params, Snapshot>({
  id: "portfolio",
  title: "Portfolio",
  route: "/portfolio",
  access: "subscriber",
  menu: { group: "Options", label: "Portfolio", order: 14 },
  rate: 2,
  home: "market",
  scope: [],
  beginsEmpty: true,
  defaults: NONE,
  // Live, prices of scattered contracts are enough: no day is loaded for them.
  needs: (positions, { day }) =>
    day === undefined
      ? pricesOf(positions)
      : roomsOf(positions).map((room): Need => ({ room, fields: ["ltp"], optional: true })),
});

/** Stops and targets, on the live market whatever the board looks at. */
export const stopWatch = defineWatch<StopRules, StopHit>({
  id: "portfolio",
  home: "market",
  needs: ({ positions }) => pricesOf(positions),
});
