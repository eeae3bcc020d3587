/** The price tick of a room in scaled units: 5 (paise), or 25 for USDINR (0.0025 rupees). */
import type { RoomDay } from "#contract/domain/columns.ts";
import { underlyingOf } from "#contract/domain/instruments.ts";

export const priceTick = ({ symbol, priceScale }: Pick<RoomDay, "symbol" | "priceScale">): number =>
  Math.round(underlyingOf(symbol).tick * priceScale);
