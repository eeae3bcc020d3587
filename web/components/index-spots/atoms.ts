/** The ticker's indices at the replayed minute. */
import { atom } from "jotai";
import { roomName } from "#contract/domain/instruments.ts";
import { universeAtom } from "../../state/market/market.ts";
import { expiriesOf } from "../../state/market/universe.ts";
import { activeExchangeAtom } from "../../state/pane/letters.ts";
import { createStateAtom } from "../../state/pane/pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";
import { TICKER_SYMBOLS, type TickerSymbol } from "./ticker-symbols.ts";

/** The indices that the day lists, each with the room of its nearest expiry. */
const listedAtom = atom((get) => {
  const universe = get(universeAtom);
  const exchange = get(activeExchangeAtom);
  return TICKER_SYMBOLS[exchange].flatMap((symbol) => {
    const [expiry] = universe ? expiriesOf(universe, exchange, symbol) : [];
    return expiry === undefined ? [] : [{ symbol, room: roomName(symbol, expiry) }];
  });
});
listedAtom.debugLabel = "indexSpots.listed";

export const paramsAtom = atom((get): Params => ({ rooms: get(listedAtom).map(({ room }) => room) }));
paramsAtom.debugLabel = "indexSpots.params";

export const stateAtom = createStateAtom<Snapshot>("indexSpots.state");

/** Rupees; NaN or no entry where the replayed minute has no figure. */
export const replayedSpotsAtom = atom((get): Partial<Record<TickerSymbol, number>> => {
  const spots = get(stateAtom).snapshot?.spots ?? [];
  return Object.fromEntries(get(listedAtom).map(({ symbol }, i) => [symbol, spots[i]]));
});
replayedSpotsAtom.debugLabel = "indexSpots.replayed";
