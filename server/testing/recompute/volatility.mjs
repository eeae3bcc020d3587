/**
 * Recomputes smiles, the term structure and exposures of open interest at a minute straight from the raw file, in the plainest
 * way and with nothing of the product: the other side of the truth tests of the volatility and exposure screens.
 *
 *     node server/testing/recompute/volatility.mjs <file.csv.gz> 13:20 spot|forward
 *
 * JSON on stdout: `expiries`, each with what it is priced on (rupees), the IV at the money and by strike (per cent, null for
 * none), and by strike the exposures of its call and put (rupees: gamma for 1 % of spot, vega for a point; calls +, puts -,
 * deltas with their own sign); and `all`: net gamma at multiples of today's spot, and the multiple at which it is 0.
 */
import { contractsOf, nearest, normal, parityForward, rowsOf, spotOf, yearsTo } from "./plain-chain.mjs";

const RATE = 0.1;
const [path, minute, mode] = process.argv.slice(2);
const isForward = mode === "forward";

/** The last snapshot of the minute. */
let stamp = "";
let rows = [];
for (const row of rowsOf(path, (its) => its.slice(11, 16) === minute)) {
  if (row.stamp > stamp) rows = [];
  if (row.stamp >= stamp) rows.push(row);
  stamp = row.stamp > stamp ? row.stamp : stamp;
}
const date = stamp.slice(0, 10);

/** To the minute, on every day. */
function exactYears(expiry) {
  const close = expiry < "2026-08-03" ? 15 * 60 + 30 : 15 * 60 + 40;
  const now = Number(minute.slice(0, 2)) * 60 + Number(minute.slice(3, 5));
  const days = (Date.parse(expiry) - Date.parse(date)) / 86_400_000;
  return (days * 1440 + close - now) / (365 * 1440);
}

const density = (x) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** Black-Scholes on a spot, or Black-76 on a forward: price and greeks of one option. */
function priceOf({ type, strike }, { underlying, years }, sigma) {
  const growth = isForward ? 0 : RATE * years;
  const shrink = isForward ? Math.exp(-RATE * years) : 1;
  const width = sigma * Math.sqrt(years);
  const d1 = (Math.log(underlying / strike) + growth + (width * width) / 2) / width;
  const d2 = d1 - width;
  const sign = type === "CE" ? 1 : -1;
  const owed = strike * Math.exp(-growth);
  return {
    price: sign * shrink * (underlying * normal(sign * d1) - owed * normal(sign * d2)),
    delta: sign * shrink * normal(sign * d1),
    gamma: (shrink * density(d1)) / (underlying * width),
    vega: shrink * underlying * density(d1) * Math.sqrt(years),
  };
}

/** By halving; null where no sigma gives the price. */
function volatilityOf(contract, model, price) {
  const isBelow = (sigma) => priceOf(contract, model, sigma).price < price;
  if (!(price > 0) || !(model.years > 0) || !isBelow(1e-4) || isBelow(20)) return null;
  let [low, high] = [1e-4, 20];
  for (let i = 0; i < 46; i++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Traded today, or last price between the quotes. */
const isOfToday = ({ volume, ltp, bid, ask }) => volume !== 0 || (bid > 0 && bid <= ltp && ltp <= ask);
const shown = (sigma) => (sigma === null ? null : Math.round(sigma * 10_000) / 100);

function expiryFigures(expiry) {
  const own = rows.filter((row) => (row.expiry ?? row.Expiry_Date) === expiry);
  const contracts = own.flatMap((row) => contractsOf(row, date));
  const strikes = [...new Set(contracts.map(({ strike }) => strike))].sort((a, b) => a - b);
  const spot = spotOf(own[0]);
  const forward = parityForward(contracts, strikes);
  const years = isForward ? exactYears(expiry) : yearsTo(expiry, date, minute);
  const reference = isForward ? forward : (spot ?? forward);
  if (reference === null) return { expiry, reference: null, options: [] };
  const underlying = isForward || spot !== null ? reference : forward * Math.exp(-RATE * years);
  const model = { underlying, years };
  const find = (strike, type) => contracts.find((one) => one.strike === strike && one.type === type);
  const ownVolatility = (contract) =>
    contract && isOfToday(contract) ? volatilityOf(contract, model, contract.ltp) : null;

  const smile = [];
  const options = [];
  const ivsOf = new Map();
  for (const strike of strikes) {
    const [call, put] = [find(strike, "CE"), find(strike, "PE")];
    let [callIv, putIv] = [ownVolatility(call), ownVolatility(put)];
    const isCall = strike >= underlying;
    if (isForward) callIv = putIv = isCall ? (callIv ?? putIv) : (putIv ?? callIv);
    const outside = strike >= reference ? callIv : putIv;
    smile.push([strike, shown(outside)]);
    ivsOf.set(strike, [callIv, putIv]);
    for (const [contract, sigma] of [
      [call, callIv],
      [put, putIv],
    ]) {
      if (!contract || contract.oi <= 0 || sigma === null) continue;
      const greeks = priceOf(contract, model, sigma);
      const sign = contract.type === "CE" ? 1 : -1;
      options.push({
        strike,
        type: contract.type,
        sigma,
        oi: contract.oi,
        gamma: sign * greeks.gamma * contract.oi * underlying ** 2 * 0.01,
        delta: greeks.delta * contract.oi * underlying,
        vega: (sign * greeks.vega * contract.oi) / 100,
      });
    }
  }
  const money = nearest(strikes, reference);
  const [callIv, putIv] = ivsOf.get(money).map(shown);
  const atmIv = isForward ? callIv : callIv === null || putIv === null ? null : (callIv + putIv) / 2;
  return { expiry, reference, underlying, years, atm: money, atmIv, smile, options };
}

const expiries = [...new Set(rows.map((row) => row.expiry ?? row.Expiry_Date))].sort().map(expiryFigures);

/** Every option priced anew with its underlying moved by the factor, at its own sigma; density alone is needed. */
function netGamma(factor) {
  let sum = 0;
  for (const { underlying, years, options } of expiries) {
    const growth = isForward ? 0 : RATE * years;
    const shrink = isForward ? Math.exp(-RATE * years) : 1;
    for (const { strike, type, sigma, oi } of options) {
      const moved = underlying * factor;
      const width = sigma * Math.sqrt(years);
      const d1 = (Math.log(moved / strike) + growth + (width * width) / 2) / width;
      const gamma = (shrink * density(d1)) / (moved * width);
      sum += (type === "CE" ? 1 : -1) * gamma * oi * moved ** 2 * 0.01;
    }
  }
  return sum;
}

/** The change of sign nearest to today's spot within 10 %. */
function zeroGamma() {
  const steps = 2000;
  let best = null;
  for (let i = 0; i < steps; i++) {
    let [low, high] = [0.9 + (0.2 * i) / steps, 0.9 + (0.2 * (i + 1)) / steps];
    const isUp = netGamma(low) < 0;
    if (isUp === netGamma(high) < 0) continue;
    for (let j = 0; j < 50; j++) {
      const middle = (low + high) / 2;
      if (netGamma(middle) < 0 === isUp) low = middle;
      else high = middle;
    }
    if (best === null || Math.abs(Math.log(low)) < Math.abs(Math.log(best))) best = low;
  }
  return best;
}

const factors = [0.95, 0.98, 1, 1.01, 1.05];
const all = { zero: zeroGamma(), netGamma: factors.map((factor) => [factor, netGamma(factor)]) };
process.stdout.write(`${JSON.stringify({ date, expiries, all })}\n`);
