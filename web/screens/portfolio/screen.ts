import type { RoomName } from "#contract/domain/instruments.ts";
import type { LegPosition } from "#contract/domain/strategy/profits.ts";
import { defineScreen, type Need } from "#contract/worker/screen.ts";
import { defineWatch } from "#contract/worker/watch.ts";
import type { Params, Positions, Snapshot, StopHit, StopRules, StopWait } from "./snapshot.ts";

/** Chains that are loaded for a past day; legs of others have no price there. */
export const MOST_ROOMS = 12;

const NONE: Positions = { revision: 0, strategies: [] };

export const legsOf = ({ strategies }: Positions): readonly LegPosition[] => strategies.flatMap(({ legs }) => legs);

/** Of closed legs, too: one that is opened again by undo has its price at once. */
const pricesOf = (positions: Positions): readonly Need[] => {
  const living = legsOf(positions).filter(({ settledOn }) => settledOn === undefined);
  const prices = [...new Set(living.map(({ name }) => name))];
  return [...(prices.length > 0 ? [{ prices }] : []), ...settlementsOf(positions)];
};

/** What legs of a passed expiry were settled at stands in their rooms of that day. */
function settlementsOf(positions: Positions): readonly Need[] {
  const days = new Map(legsOf(positions).map(({ room, settledOn }) => [room, settledOn]));
  return [...days]
    .flatMap(([room, day]): Need[] => (day ? [{ room, day, fields: ["ltp"], optional: true }] : []))
    .slice(0, MOST_ROOMS);
}

/** All chains, in the order of the strategies: those of what is held go first, but what is closed now was held once. */
export function allRoomsOf(positions: Positions): readonly RoomName[] {
  const legs = legsOf(positions).filter(({ settledOn }) => settledOn === undefined);
  return [...new Set([...legs.filter(({ lots }) => lots !== 0), ...legs].map(({ room }) => room))];
}

/** Those that are loaded. */
export const roomsOf = (positions: Positions): readonly RoomName[] => allRoomsOf(positions).slice(0, MOST_ROOMS);

/** How many strategies have a leg in another chain. */
export function unloadedOf(positions: Positions): number {
  const loaded = new Set(roomsOf(positions));
  return positions.strategies.filter(({ legs }) => legs.some(({ room, settledOn }) => !settledOn && !loaded.has(room)))
    .length;
}

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
      : [
          ...roomsOf(positions).map((room): Need => ({ room, fields: ["ltp"], optional: true })),
          ...settlementsOf(positions),
        ],
});

/** Stops and targets, on the live market whatever the board looks at. */
export const stopWatch = defineWatch<StopRules, StopHit | StopWait>({
  id: "portfolio",
  home: "market",
  needs: ({ positions }) => pricesOf(positions),
});
