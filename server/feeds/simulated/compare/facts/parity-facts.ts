/** Facts of parity: by how much calls and puts of one strike disagree with those of others about the forward. */
import { type ChainView, lastPrice, midPrice } from "../chain-view.ts";
import { level, Measurements } from "../fact.ts";
import { median } from "../statistics.ts";
import { parityError } from "./forward-fit.ts";

const MIDS = level("parity", "sd of K + C - P within 1 %, mids, rupees", 0.1);
const LASTS = level("parity", "sd of K + C - P within 1 %, last prices, rupees", 0.15);

export function parityFacts(view: ChainView): Measurements {
  const found = new Measurements();
  const errors = (price: typeof midPrice) =>
    median(view.slots.map((slot) => parityError(view, slot, price)).filter((error) => !Number.isNaN(error)));
  if (view.hasQuotes)
    found.set(
      MIDS,
      errors((of, slot, row) => midPrice(of, slot, row)),
    );
  found.set(LASTS, errors(lastPrice));
  return found;
}
