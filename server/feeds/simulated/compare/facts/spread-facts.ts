/** Facts of the quotes: width by premium and moneyness, size, and where the last price stands. Needs bid and ask. */
import { ASK, BID, BID_QTY, hasField } from "#contract/domain/columns.ts";
import { ABSENT } from "#contract/domain/units.ts";
import { bandOf, bands } from "../bands.ts";
import { type ChainView, cell, lastPrice } from "../chain-view.ts";
import { level, Measurements } from "../fact.ts";
import { median } from "../statistics.ts";
import { outOfMoney, type SmileFits } from "./smile-fit.ts";

const PREMIUMS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 400];
/** The grid is one tick: a median of 1 and one of 2 are neighbours. */
const ONE_TICK = 1;
const WIDTHS = bands(PREMIUMS, (label) => level("spreads", `spread at a premium of ${label}, ticks`, ONE_TICK));
const INSIDE_EDGES = [-6, -4, -3, -2, -1];
const INSIDE = bands(INSIDE_EDGES, (label) => level("spreads", `spread in the money, x ${label}, ticks`, ONE_TICK));
const SIZES = bands([0, 2, 10, 50, 200], (label) =>
  level("spreads", `best bid at a premium of ${label}, lots`, ONE_TICK),
);
const ONE_SIDED = level("spreads", "contracts without bid or ask, %", 4);
const OUTSIDE = level("spreads", "traded contracts whose last price is outside the quote, %", 5);
/** Widths are judged out of the money to here, as the tables of the research are. */
const LEAST_OUT = -0.5;
/** Quotes are looked at every so many slots. */
const EVERY = 4;
const FEWEST = 40;

export function spreadFacts(view: ChainView, fits: SmileFits): Measurements {
  const found = new Measurements();
  if (!view.hasQuotes) return found;
  const widths = WIDTHS.map((): number[] => []);
  const inside = INSIDE.map((): number[] => []);
  const sizes = SIZES.map((): number[] => []);
  const { day } = view;
  const tick = Math.round(view.tick * day.priceScale);
  let quotes = 0;
  let lacking = 0;
  let traded = 0;
  let outside = 0;
  for (let i = 0; i < view.slots.length; i += EVERY) {
    const slot = view.slots[i];
    const fit = fits.get(slot);
    if (!fit) continue;
    for (const row of view.options) {
      const bid = cell(view, BID, slot, row);
      const ask = cell(view, ASK, slot, row);
      const out = outOfMoney(view, fit, row);
      quotes++;
      if (bid <= 0 || ask <= 0) {
        lacking++;
        continue;
      }
      const premium = (bid + ask) / 2 / day.priceScale;
      const width = (ask - bid) / tick;
      if (out > LEAST_OUT) widths[bandOf(WIDTHS, premium)]?.push(width);
      else inside[bandOf(INSIDE, out)]?.push(width);
      const last = lastPrice(view, slot, row) * day.priceScale;
      if (last > 0) {
        traded++;
        if (last < bid || last > ask) outside++;
      }
      const size = hasField(view.fields, BID_QTY) ? cell(view, BID_QTY, slot, row) : ABSENT;
      if (out > LEAST_OUT && size > 0) sizes[bandOf(SIZES, premium)]?.push(size / day.tokens.lotSize[row]);
    }
  }
  for (const [of, values] of [
    [WIDTHS, widths],
    [INSIDE, inside],
    [SIZES, sizes],
  ] as const) {
    of.forEach(({ fact }, i) => {
      if (values[i].length >= FEWEST) found.set(fact, median(values[i]));
    });
  }
  found.set(ONE_SIDED, (lacking / quotes) * 100);
  found.set(OUTSIDE, (outside / traded) * 100);
  return found;
}
