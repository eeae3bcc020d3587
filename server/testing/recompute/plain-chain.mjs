/** What the separate scripts of this folder share: raw lines, as contracts, too, the forward that they imply, time, the normal law. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** Columns that say when a line was recorded: a file has one of the first two, or the last alone. */
const STAMPS = ["snapshot", "collection_timestamp", "timestamp"];

/**
 * The lines of a file as rows by the names of its columns, each with its `stamp`.
 * @param isAsked whether the lines of a stamp are wanted: to make rows of all takes longer than to read them
 */
export function* rowsOf(path, isAsked = () => true) {
  let header;
  let stampAt;
  for (const line of gunzipSync(readFileSync(path)).toString().trimEnd().split(/\r?\n/)) {
    const cells = line.split(",");
    if (header === undefined) {
      header = cells;
      stampAt = header.indexOf(STAMPS.find((name) => header.includes(name)));
    } else if (isAsked(cells[stampAt])) {
      const row = { stamp: cells[stampAt] };
      header.forEach((name, i) => {
        row[name] = cells[i];
      });
      yield row;
    }
  }
}

export function symbolOf(row) {
  const symbol = row.Symbol ?? row.symbol ?? row.Stock;
  return symbol === "NIFTY50" ? "NIFTY" : symbol;
}

/** NIFTY: 75 units a contract in August 2025, 65 in August 2026. */
function lotOn(date) {
  return date < "2025-10-29" ? 75 : 65;
}

/** A line as sides of a strike: {strike, type, ltp, oi, volume, bid, ask}, quantities in units, no quote 0. */
export function contractsOf(row, date) {
  const contract = (strike, type, ltp, oi, volume, lot, bid = 0, ask = 0) => ({
    strike: Number(strike),
    type,
    ltp: Number(ltp),
    oi: Math.round(Number(oi) * lot),
    volume: Math.round(Number(volume) * lot),
    bid: Number(bid),
    ask: Number(ask),
  });
  // A contract a line, OI and volume in contracts.
  if (row.option_type !== undefined) {
    return [contract(row.strike, row.option_type, row.ltp, row.oi, row.volume, lotOn(date))];
  }
  // The exchange's website: contracts, with quotes.
  const side = (of, type, name) => {
    const figure = (title) => of[`${name}_${title}`];
    const [bid, ask] = [figure("Bid_Price"), figure("Ask_Price")];
    return contract(of.Strike_Price, type, figure("LTP"), figure("OI"), figure("Volume"), lotOn(date), bid, ask);
  };
  if (row.Strike_Price !== undefined) {
    return [side(row, "CE", "CALLS"), side(row, "PE", "PUTS")];
  }
  // A broker's quotes: units.
  return [
    contract(row.Strike, "CE", row.CE_LTP, row.CE_OI, row.CE_Volume, 1),
    contract(row.Strike, "PE", row.PE_LTP, row.PE_OI, row.PE_Volume, 1),
  ];
}

export function spotOf(row) {
  const spot = Number(row.spot ?? row.Spot ?? row.Stock_LTP ?? 0);
  return spot > 0 ? spot : null;
}

/**
 * Median of K + C - P over the (up to seven) strikes with the smallest |C - P|. Where three strikes are quoted on both sides:
 * at the middle of the quotes, each counted by the inverse of its spreads (at least a paisa). Else by last prices, each
 * counted by the smaller volume of its call and put; where fewer than three strikes have traded on both sides, all alike
 * (an odd number of them).
 */
export function parityForward(contracts, strikes) {
  const side = new Map(contracts.map((contract) => [`${contract.strike}${contract.type}`, contract]));
  const paise = (rupees) => Math.round(rupees * 100);
  const both = strikes.map((strike) => [paise(strike), side.get(`${strike}CE`), side.get(`${strike}PE`)]);
  const pairOf = (strike, call, put, weight) => ({ forward: strike + call - put, gap: Math.abs(call - put), weight });
  const nearest = (some) => some.sort((a, b) => a.gap - b.gap).slice(0, 7);
  const isQuoted = (contract) => contract?.bid > 0 && contract.ask >= contract.bid;
  const middle = ({ bid, ask }) => (paise(bid) + paise(ask)) / 2;
  const quoted = both
    .filter(([, call, put]) => isQuoted(call) && isQuoted(put))
    .map(([strike, call, put]) => {
      const spread = paise(call.ask) - paise(call.bid) + paise(put.ask) - paise(put.bid);
      return pairOf(strike, middle(call), middle(put), 1 / Math.max(spread, 1));
    });
  if (quoted.length >= 3) return weightedMedian(nearest(quoted)) / 100;
  const priced = both
    .filter(([, call, put]) => call?.ltp > 0 && put?.ltp > 0)
    .map(([strike, call, put]) => pairOf(strike, paise(call.ltp), paise(put.ltp), Math.min(call.volume, put.volume)));
  const traded = priced.filter(({ weight }) => weight > 0);
  if (traded.length >= 3) return weightedMedian(nearest(traded)) / 100;
  if (priced.length < 3) return null;
  const alike = nearest(priced).map((pair) => ({ ...pair, weight: 1 }));
  return weightedMedian(alike.slice(0, alike.length - ((alike.length + 1) % 2))) / 100;
}

function weightedMedian(pairs) {
  const sorted = pairs.sort((a, b) => a.forward - b.forward);
  const half = sorted.reduce((total, { weight }) => total + weight, 0) / 2;
  let below = 0;
  for (const [i, { forward, weight }] of sorted.entries()) {
    below += weight;
    if (below > half) return forward;
    if (below === half) return (forward + sorted[i + 1].forward) / 2;
  }
  return null;
}

export function nearest(strikes, price) {
  if (price === null) return null;
  return strikes.reduce((best, strike) => (Math.abs(strike - price) < Math.abs(best - price) ? strike : best));
}

/** Whole calendar days / 365; on the expiry day its minutes to the close of the market. */
export function yearsTo(expiry, date, minute) {
  const days = (Date.parse(expiry) - Date.parse(date)) / 86_400_000;
  if (days > 0) return days / 365;
  const close = date < "2026-08-03" ? 15 * 60 + 30 : 15 * 60 + 40;
  const now = Number(minute.slice(0, 2)) * 60 + Number(minute.slice(3, 5));
  return Math.max(close - now, 0) / (365 * 24 * 60);
}

/**
 * The standard normal distribution by Taylor's series of its integral from 0, good to 1e-14. Beyond eight deviations nothing is
 * left that a price would show.
 */
export function normal(x) {
  const end = Math.max(-8, Math.min(x, 8));
  let [term, sum] = [end, end];
  for (let n = 3; Math.abs(term) > 1e-17; n += 2) {
    term *= (end * end) / n;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-end * end) / 2)) / Math.sqrt(2 * Math.PI);
}
