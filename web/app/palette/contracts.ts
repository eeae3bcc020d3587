/** Contracts that a query names, such as 'nifty 24500 ce': found among all strikes, which no list has to be loaded for. */

import type { createStore } from "jotai";
import { dateText } from "#contract/domain/date-words.ts";
import { strikeText } from "../../format/strike-text.ts";
import { universeAtom } from "../../state/market/market.ts";
import { expiriesOf, tupleOf } from "../../state/market/universe.ts";
import { activeLetterAtom } from "../../state/pane/letters.ts";
import type { LinkedLetter } from "../../state/pane/linked-letters.ts";
import { wantedStrikeAtom } from "../../state/pane/wanted-strike.ts";
import type { Catalogue, Entry, How } from "./entries.ts";
import { best } from "./fuzzy.ts";

type Store = ReturnType<typeof createStore>;

/** The chart that a contract is shown in. */
const CHART = "iv-price-oi";
const SIDES: Readonly<Record<string, "CE" | "PE">> = { ce: "CE", c: "CE", call: "CE", pe: "PE", p: "PE", put: "PE" };
/** Strikes of an index are listed within this part of its spot. */
const REACH = 0.5;

/** What a query says of a contract; undefined where it names no strike. */
function readQuery(
  query: string,
): { readonly strike: number; readonly side?: string; readonly symbol: string } | undefined {
  const words = query.trim().toLowerCase().replaceAll(",", "").split(/\s+/);
  // '24500ce', too.
  const parts = words.flatMap((word) => /^(\d+(?:\.\d+)?)([cp]e?)?$/.exec(word)?.slice(1).filter(Boolean) ?? [word]);
  const numbers = parts.filter((word) => /^\d/.test(word));
  const strike = Number(numbers[0]);
  if (numbers.length !== 1 || !(strike > 0)) return undefined;
  const sides = parts.filter((word) => word in SIDES);
  const side = SIDES[sides[0] ?? ""];
  const symbol = parts.filter((word) => !numbers.includes(word) && !sides.includes(word)).join(" ");
  return { strike, symbol, ...(side && { side }) };
}

/** Of the symbol that is named, else of the active letter's. */
export function contractsOf(store: Store, { entries, show }: Catalogue, query: string): readonly Entry[] {
  const asked = readQuery(query);
  const universe = store.get(universeAtom);
  const letter = store.get(activeLetterAtom);
  const context = store.get(letter.contextAtom);
  if (!asked || !universe || !context) return [];
  const own: LinkedLetter = { exchange: context.exchange, symbol: context.symbol };
  // A replay keeps its symbols: then no others are offered.
  const listed = entries.filter((one) => one.group === "Symbols");
  const symbols: readonly Pick<Entry, "name" | "symbol">[] =
    listed.length > 0 ? listed : [{ name: own.symbol, symbol: own }];
  const found = asked.symbol === "" ? own : best(symbols, asked.symbol, 1)[0]?.symbol;
  if (!found) return [];
  const { exchange, symbol } = found;
  const isOwn = symbol === own.symbol && exchange === own.exchange;
  const [, , step] = tupleOf(universe, symbol);
  const spot = universe.spot[symbol] ?? Number.NaN;
  const isFar = Math.abs(asked.strike - spot) > REACH * spot;
  if (isFar || (step > 0 && Math.abs(asked.strike / step - Math.round(asked.strike / step)) > 1e-6)) return [];
  const expiry = isOwn ? context.expiry : expiriesOf(universe, exchange, symbol)[0];
  if (expiry === undefined) return [];
  const linked: LinkedLetter = { exchange, symbol, expiry };
  return (asked.side ? [asked.side] : ["CE", "PE"]).map((side) => ({
    id: `${symbol} ${expiry} ${asked.strike} ${side}`,
    group: "Contracts",
    name: `${symbol} ${dateText(expiry)} ${strikeText(asked.strike)} ${side}`,
    note: "IV, price and OI through the day",
    words: query,
    choose: (how: How) => {
      store.set(wantedStrikeAtom, { symbol, strike: asked.strike });
      show(CHART, linked, how);
    },
  }));
}
