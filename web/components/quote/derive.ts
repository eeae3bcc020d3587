/** The last tick of one contract, and what an order in it has to be measured by. */
import { ASK, ASK_QTY, BID, BID_QTY, LTP } from "#contract/domain/columns.ts";
import { EQ, FUT, futuresRoomName, roomName, underlyingOf } from "#contract/domain/instruments.ts";
import { inRupees, type PriceScale, type ScaledPrice, scaledPrice } from "#contract/domain/units.ts";
import { type DeriveInput, defineDerivation, type MarketRoom } from "#contract/worker/derivation.ts";
import type { Kernel } from "#kernel/kernel.ts";
import { contractRow } from "#market/reference/contract-row.ts";
import { cellOf, type Moment, momentAt } from "#market/reference/moment.ts";
import { marginBases, scanRange } from "#market/strategy/margin-base.ts";
import { pane } from "./pane.ts";
import type { Params, Snapshot } from "./snapshot.ts";

type Input = DeriveInput<Params, Kernel>;
type Margin = Pick<Snapshot, "base" | "delta">;

/** Bases are worst cases over the whole chain: once a minute is often enough. */
interface Scratch {
  version: number;
  row: number;
  margin: Margin;
}

const UNKNOWN: Margin = { base: Number.NaN, delta: Number.NaN };
const NOT_LISTED: Snapshot = {
  isListed: false,
  token: Number.NaN,
  lot: Number.NaN,
  ltp: Number.NaN,
  previousClose: Number.NaN,
  bid: Number.NaN,
  bidQty: Number.NaN,
  ask: Number.NaN,
  askQty: Number.NaN,
  spot: Number.NaN,
  previousSpot: Number.NaN,
  ...UNKNOWN,
};

export const derivation = defineDerivation<Params, Snapshot, Kernel, Scratch>({
  screen: pane,
  createScratch: () => ({ version: -1, row: -1, margin: UNKNOWN }),

  derive(input, scratch) {
    const { market, pane, params, clock } = input;
    const isFuture = params.type === "FUT";
    const room = market.room(
      isFuture ? futuresRoomName(pane.exchange, pane.expiry) : roomName(pane.symbol, pane.expiry),
    );
    const moment = room && momentAt(room.day, clock);
    if (!room || !moment) return undefined;
    const row = contractRow(room.day, params, pane.symbol);
    if (row < 0) return NOT_LISTED;
    const { tokens, priceScale } = room.day; // a room of futures has one scale for all its symbols
    const ltp = rupees(cellOf(moment, LTP, row), priceScale);
    return {
      isListed: true,
      token: tokens.token[row]!,
      lot: tokens.lotSize[row]!,
      ltp,
      previousClose: rupees(tokens.prevClose[row]!, priceScale),
      bid: rupees(cellOf(moment, BID, row), priceScale),
      bidQty: units(cellOf(moment, BID_QTY, row)),
      ask: rupees(cellOf(moment, ASK, row), priceScale),
      askQty: units(cellOf(moment, ASK_QTY, row)),
      ...(isFuture ? spotOf(input) : spotIn(room, moment)),
      ...(isFuture ? futureMargin(input, ltp, tokens.lotSize[row]!) : optionMargin(input, room, moment, row, scratch)),
    };
  },
});

function optionMargin(
  { pane, clock }: Input,
  { day, minuteVersion }: MarketRoom,
  moment: Moment,
  row: number,
  scratch: Scratch,
): Margin {
  if (scratch.version !== minuteVersion || scratch.row !== row) {
    const futureExpiry = pane.futureExpiry ?? day.expiry;
    const ltp = (one: number): number => cellOf(moment, LTP, one);
    const { base, delta } = marginBases({ room: day, minute: clock.minute, sd: day.sd, futureExpiry, ltp });
    scratch.version = minuteVersion;
    scratch.row = row;
    scratch.margin = { base: base[row] ?? Number.NaN, delta: delta[row] ?? Number.NaN };
  }
  return scratch.margin;
}

/** A future loses its scan range; the deviation is that of the options of its month, where they are listed. */
function futureMargin({ market, pane }: Input, ltp: number, lot: number): Margin {
  const underlying = underlyingOf(pane.symbol);
  const sd = market.room(roomName(pane.symbol, pane.expiry))?.day.sd;
  return { base: scanRange(underlying, ltp, sd) * lot * underlying.multiplier, delta: 1 };
}

type SpotFacts = Pick<Snapshot, "spot" | "previousSpot">;

/** A future's margin needs no spot: it is there where the options of its month are. */
function spotOf({ market, pane, clock }: Input): SpotFacts {
  const room = market.room(roomName(pane.symbol, pane.expiry));
  const moment = room && momentAt(room.day, clock);
  return room && moment ? spotIn(room, moment) : { spot: Number.NaN, previousSpot: Number.NaN };
}

/** The spot; the room's future where it has none, as USDINR. */
function spotIn({ day: { tokens, priceScale } }: MarketRoom, moment: Moment): SpotFacts {
  const types = tokens.type.subarray(0, tokens.length);
  const spot = types.indexOf(EQ);
  const row = spot >= 0 && cellOf(moment, LTP, spot) > 0 ? spot : types.indexOf(FUT);
  return {
    spot: rupees(cellOf(moment, LTP, row), priceScale),
    previousSpot: row < 0 ? Number.NaN : rupees(tokens.prevClose[row]!, priceScale),
  };
}

const rupees = (price: ScaledPrice | number, scale: PriceScale): number =>
  price > 0 ? inRupees(scaledPrice(price), scale) : Number.NaN;
const units = (quantity: number): number => (quantity < 0 ? Number.NaN : quantity);
