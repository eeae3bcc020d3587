/**
 * One order of the user as the child orders that the exchange takes: whole lots, none above the freeze quantity. Server
 * and page cut alike, so that what the ticket announces is what is sent.
 */
import { lotsPerOrder } from "../reference/lots.ts";
import type { Qty } from "../units.ts";

/** The most orders of one request. */
export const BATCH_SIZE = 10;
/** An order of more children than this is asked about once more before it is sent. */
export const MOST_UNASKED = 40;

/** Quantities as brokers of the contract count them: units, or contracts for USDINR. */
export interface Split {
  /** Of a full child: floor(freeze / lot) x lot, at least one lot. */
  readonly chunk: number;
  /** How many children are full. */
  readonly full: number;
  /** Of the last child; 0 where the full ones are all. */
  readonly rest: number;
  /** How many children there are. */
  readonly count: number;
}

/** @throws RangeError unless freeze and lot are positive, and the quantity is at least one lot of whole lots. */
export function splitQuantity(quantity: number, freeze: Qty, lot: Qty): Split {
  if (!(lot > 0 && freeze > 0)) throw new RangeError(`no lot or freeze quantity: ${lot}, ${freeze}`);
  if (!isWholeLots(quantity, lot)) throw new RangeError(`not a quantity of whole lots of ${lot}: ${quantity}`);
  const chunk = lotsPerOrder(freeze, lot) * lot;
  const full = Math.floor(quantity / chunk);
  const rest = quantity - full * chunk;
  return { chunk, full, rest, count: full + (rest > 0 ? 1 : 0) };
}

/** At least one lot, and nothing over. */
export const isWholeLots = (quantity: number, lot: Qty): boolean =>
  Number.isSafeInteger(quantity) && quantity >= lot && quantity % lot === 0;

/** The children in the order in which they are sent. */
export function childQuantities({ chunk, full, rest }: Split): readonly number[] {
  const quantities = new Array<number>(full).fill(chunk);
  return rest > 0 ? [...quantities, rest] : quantities;
}

/** The words of the ticket: 'Total Orders = 3, Qty 1755 x 2 , Qty 390 x 1'. */
export function splitWords({ chunk, full, rest, count }: Split): string {
  const parts = [...(full > 0 ? [`Qty ${chunk} x ${full}`] : []), ...(rest > 0 ? [`Qty ${rest} x 1`] : [])];
  return `Total Orders = ${count}, ${parts.join(" , ")}`;
}
