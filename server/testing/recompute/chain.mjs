/**
 * Recomputes a chain's figures at some minutes straight from the raw file, in the plainest way and with nothing of the
 * product: the other side of the truth tests, and a tool to check a screen with.
 *
 *     node server/testing/recompute/chain.mjs <file.csv.gz> 10:43 13:00 15:25
 *
 * JSON on stdout: by minute, an entry for each symbol and expiry with the totals of OI and volume in units, PCR, max
 * pain, ATM, the straddle at ATM (rupees) and the IV of its call and put (per cent, two decimals; 0 for none).
 * A snapshot is taken as it is: whether one is broken, or its volume went backwards, is for the reader to know.
 */
import { contractsOf, nearest, normal, parityForward, rowsOf, spotOf, symbolOf, yearsTo } from "./plain-chain.mjs";

const RATE = 0.1;

const [path, ...wanted] = process.argv.slice(2);

/** minute -> symbol -> {stamp, rows}: only the last snapshot of a minute. */
const snapshots = new Map(wanted.map((minute) => [minute, new Map()]));
/** The index from 15:16 on, in the closing auction that the market has had since August 2026. */
let frozenSpot = null;
const minuteOf = (stamp) => stamp.slice(11, 16);
const tellsFrozen = (stamp) => frozenSpot === null && stamp >= "2026-08-03" && minuteOf(stamp) >= "15:16";
for (const row of rowsOf(path, (stamp) => snapshots.has(minuteOf(stamp)) || tellsFrozen(stamp))) {
  const { stamp } = row;
  if (tellsFrozen(stamp)) frozenSpot = spotOf(row);
  const symbols = snapshots.get(minuteOf(stamp));
  if (symbols === undefined) continue;
  const symbol = symbolOf(row);
  const snapshot = symbols.get(symbol);
  if (snapshot === undefined || stamp > snapshot.stamp) symbols.set(symbol, { stamp, rows: [row] });
  else if (stamp === snapshot.stamp) snapshot.rows.push(row);
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
