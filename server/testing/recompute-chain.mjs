/**
 * Recomputes a chain's figures at some minutes straight from the raw file, in the plainest way and with nothing of the
 * product: the other side of the truth tests, and a tool to check a screen with.
 *
 *     node server/testing/recompute-chain.mjs <file.csv.gz> 10:43 13:00 15:25
 *
 * JSON on stdout: by minute, an entry for each symbol and expiry with the totals of OI and volume in units, PCR, max
 * pain, ATM, the straddle at ATM (rupees) and the IV of its call and put (per cent, two decimals; 0 for none).
 * A snapshot is taken as it is: whether one is broken, or its volume went backwards, is for the reader to know.
 */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

const RATE = 0.1;

const [path, ...wanted] = process.argv.slice(2);
const lines = createInterface({
  input: createReadStream(path).pipe(createGunzip()),
  crlfDelay: Number.POSITIVE_INFINITY,
});

/** minute -> symbol -> {stamp, rows}: only the last snapshot of a minute. */
const snapshots = new Map(wanted.map((minute) => [minute, new Map()]));
/** The index from 15:16 on, in the closing auction that the market has had since August 2026. */
let frozenSpot = null;
let header;
for await (const line of lines) {
  const cells = line.split(",");
  if (header === undefined) {
    header = cells;
    continue;
  }
  const row = Object.fromEntries(header.map((name, i) => [name, cells[i]]));
  const stamp = row.snapshot ?? row.collection_timestamp ?? row.timestamp;
  if (stamp >= "2026-08-03" && stamp.slice(11, 16) >= "15:16") frozenSpot ??= spotOf(row);
  const symbols = snapshots.get(stamp.slice(11, 16));
  if (symbols === undefined) continue;
  const symbol = symbolOf(row);
  const snapshot = symbols.get(symbol);
  if (snapshot === undefined || stamp > snapshot.stamp) symbols.set(symbol, { stamp, rows: [row] });
  else if (stamp === snapshot.stamp) snapshot.rows.push(row);
}

function symbolOf(row) {
  const symbol = row.Symbol ?? row.symbol ?? row.Stock;
  return symbol === "NIFTY50" ? "NIFTY" : symbol;
}

/** NIFTY: 75 units a contract in August 2025, 65 in August 2026. */
function lotOn(date) {
  return date < "2025-10-29" ? 75 : 65;
}

/** A line as sides of a strike: {strike, type, ltp, oi, volume, bid, ask}, quantities in units, no quote 0. */
function contractsOf(row, date) {
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

function spotOf(row) {
  const spot = Number(row.spot ?? row.Spot ?? row.Stock_LTP ?? 0);
  return spot > 0 ? spot : null;
}

function sum(contracts, type, figure) {
  return contracts
    .filter((contract) => contract.type === type)
    .reduce((total, contract) => total + contract[figure], 0);
}

/** The strike at which writers pay least, by the definition; the lowest of several. */
function maxPain(contracts, strikes) {
  let best = { strike: null, pain: Number.POSITIVE_INFINITY };
  for (const at of strikes) {
    let pain = 0;
    for (const { strike, type, oi } of contracts) {
      // In paise: strikes with decimals would make equal pains differ.
      const paid = Math.round((type === "CE" ? at - strike : strike - at) * 100);
      pain += oi * Math.max(paid, 0);
    }
    if (pain < best.pain) best = { strike: at, pain };
  }
  return best.strike;
}

/**
 * Median of K + C - P over the (up to seven) strikes with the smallest |C - P|. Where three strikes are quoted on both sides:
 * at the middle of the quotes, each counted by the inverse of its spreads (at least a paisa). Else by last prices, each
 * counted by the smaller volume of its call and put; where fewer than three strikes have traded on both sides, all alike
 * (an odd number of them).
 */
function parityForward(contracts, strikes) {
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

function nearest(strikes, price) {
  if (price === null) return null;
  return strikes.reduce((best, strike) => (Math.abs(strike - price) < Math.abs(best - price) ? strike : best));
}

/** Whole calendar days / 365; on the expiry day its minutes to the close of the market. */
function yearsTo(expiry, date, minute) {
  const days = (Date.parse(expiry) - Date.parse(date)) / 86_400_000;
  if (days > 0) return days / 365;
  const close = date < "2026-08-03" ? 15 * 60 + 30 : 15 * 60 + 40;
  const now = Number(minute.slice(0, 2)) * 60 + Number(minute.slice(3, 5));
  return Math.max(close - now, 0) / (365 * 24 * 60);
}

/** The standard normal distribution by Simpson's rule from 0: slow, short, and good to 1e-12. */
function normal(x) {
  const steps = 2000;
  const end = Math.min(Math.abs(x), 12);
  const density = (t) => Math.exp((-t * t) / 2) / Math.sqrt(2 * Math.PI);
  let area = density(0) + density(end);
  for (let i = 1; i < steps; i++) area += density((end * i) / steps) * (i % 2 === 1 ? 4 : 2);
  const half = (area * end) / steps / 3;
  return x < 0 ? 0.5 - half : 0.5 + half;
}

/** Black-Scholes: price, and its change with sigma. */
function blackScholes(type, spot, strike, years, sigma) {
  const width = sigma * Math.sqrt(years);
  const d1 = (Math.log(spot / strike) + (RATE + (sigma * sigma) / 2) * years) / width;
  const d2 = d1 - width;
  const discounted = strike * Math.exp(-RATE * years);
  const price =
    type === "CE" ? spot * normal(d1) - discounted * normal(d2) : discounted * normal(-d2) - spot * normal(-d1);
  const vega = (spot * Math.sqrt(years) * Math.exp((-d1 * d1) / 2)) / Math.sqrt(2 * Math.PI);
  return { price, vega };
}

/**
 * The specification's Newton iteration: steps rounded to four decimals, from 5 until one repeats; after 100 steps or
 * without a number again from one lower, and 0 below 2. In per cent.
 */
function impliedVolatility(type, spot, strike, years, price) {
  if (!(price > 0) || spot === null) return 0;
  for (let start = 5; start >= 2; start--) {
    let sigma = start;
    for (let i = 0; i < 100; i++) {
      const model = blackScholes(type, spot, strike, years, sigma);
      const next = Math.round((sigma - (model.price - price) / model.vega) * 10_000) / 10_000;
      if (!Number.isFinite(next)) break;
      if (next === sigma) return Math.round(sigma * 10_000) / 100;
      sigma = next;
    }
  }
  return 0;
}

const result = {};
for (const [minute, symbols] of snapshots) {
  result[minute] = [...symbols].flatMap(([symbol, { stamp, rows }]) => {
    const date = stamp.slice(0, 10);
    const expiryOf = (row) => row.expiry ?? row.Expiry_Date ?? row.Expiry;
    const expiries = [...new Set(rows.map(expiryOf))].sort();
    return expiries.map((expiry) => {
      const own = rows.filter((row) => expiryOf(row) === expiry);
      const contracts = own.flatMap((row) => contractsOf(row, date));
      const strikes = [...new Set(contracts.map(({ strike }) => strike))].sort((a, b) => a - b);
      const ceOi = sum(contracts, "CE", "oi");
      const peOi = sum(contracts, "PE", "oi");
      // The index stands still in the closing auction, 15:15 on, until it prints its close.
      const isFrozen =
        date >= "2026-08-03" && minute >= "15:15" && (minute <= "15:16" || spotOf(own[0]) === frozenSpot);
      const spot = isFrozen ? null : spotOf(own[0]);
      const price = spot ?? parityForward(contracts, strikes);
      const atm = nearest(strikes, price);
      const years = yearsTo(expiry, date, minute);
      // Where only a forward is known, the spot of the model is its present value.
      const modelSpot = spot ?? (price === null ? null : price * Math.exp(-RATE * years));
      const ltp = (type) =>
        contracts.find((contract) => contract.type === type && contract.strike === atm)?.ltp || null;
      const [call, put] = [ltp("CE"), ltp("PE")];
      return {
        symbol,
        expiry,
        ceOi,
        peOi,
        ceVolume: sum(contracts, "CE", "volume"),
        peVolume: sum(contracts, "PE", "volume"),
        pcr: ceOi === 0 ? null : peOi / ceOi,
        maxPain: ceOi + peOi === 0 ? null : maxPain(contracts, strikes),
        price: price === null ? null : Math.round(price * 1000) / 1000,
        atm,
        straddle: call === null || put === null ? null : Math.round((call + put) * 100) / 100,
        ceIv: impliedVolatility("CE", modelSpot, atm, years, call),
        peIv: impliedVolatility("PE", modelSpot, atm, years, put),
      };
    });
  });
}
process.stdout.write(`${JSON.stringify(result, undefined, 1)}\n`);
