/**
 * Tries plans on recorded days in the plainest way, out of the raw files and with nothing of the product: the other side of
 * the back-test's truth test.
 *
 *     node server/testing/recompute/backtest.mjs plans.json <file.csv.gz>...
 *
 * JSON on stdout: by '<date> <symbol> <expiry>' an entry for each plan: {net, charges, orders} in rupees, or {skipped}.
 */
import { readFileSync } from "node:fs";
import { contractsOf, nearest, normal, parityForward, rowsOf, spotOf, symbolOf, yearsTo } from "./plain-chain.mjs";

const RATE = 0.1;
const TICK = 5; // paise
const LOTS = { NIFTY: 65, BANKNIFTY: 30, MIDCPNIFTY: 120 };
const [plansPath, ...files] = process.argv.slice(2);
const plans = JSON.parse(readFileSync(plansPath, "utf8"));
const minuteOf = (label) => Number(label.slice(0, 2)) * 60 + Number(label.slice(3, 5));

/** key -> {date, symbol, expiry, minutes: Map(label -> {spot, contracts})}; the last snapshot of a minute counts. */
function readDays() {
  const days = new Map();
  for (const file of files) {
    for (const row of rowsOf(file)) {
      const { stamp } = row;
      const [date, label] = [stamp.slice(0, 10), stamp.slice(11, 16)];
      const expiry = row.expiry ?? row.Expiry;
      const key = `${date} ${symbolOf(row)} ${expiry}`;
      if (!days.has(key)) days.set(key, { date, symbol: symbolOf(row), expiry, minutes: new Map() });
      const { minutes } = days.get(key);
      if (minutes.get(label)?.stamp !== stamp) minutes.set(label, { stamp, spot: spotOf(row), contracts: [] });
      minutes.get(label).contracts.push(...contractsOf(row, date));
    }
  }
  return days;
}

const paiseAt = (minute, type, strike) => {
  const found = minute.contracts.find((one) => one.type === type && one.strike === strike);
  return found && found.volume > 0 && found.ltp > 0 ? Math.round(found.ltp * 100) : 0;
};

function deltaOf(type, spot, strike, years, price) {
  const value = (sigma) => {
    const width = sigma * Math.sqrt(years);
    const d1 = (Math.log(spot / strike) + (RATE + (sigma * sigma) / 2) * years) / width;
    const discounted = strike * Math.exp(-RATE * years);
    const call = spot * normal(d1) - discounted * normal(d1 - width);
    return {
      price: type === "CE" ? call : call - spot + discounted,
      delta: type === "CE" ? normal(d1) : normal(d1) - 1,
    };
  };
  let [low, high] = [0.001, 5];
  if (price <= value(low).price || price >= value(high).price) return Number.NaN;
  for (let i = 0; i < 32; i++) {
    const middle = (low + high) / 2;
    if (value(middle).price < price) low = middle;
    else high = middle;
  }
  return value((low + high) / 2).delta;
}

function strikeFor({ date, expiry }, label, minute, { type, strike: rule }) {
  const strikes = [...new Set(minute.contracts.map(({ strike }) => strike))].sort((a, b) => a - b);
  const forward = minute.spot === null ? parityForward(minute.contracts, strikes) : null;
  const price = minute.spot ?? forward;
  if (rule.by === "atm") return strikes[strikes.indexOf(nearest(strikes, price)) + rule.steps];
  const years = yearsTo(expiry, date, label);
  const spot = minute.spot ?? price * Math.exp(-RATE * years);
  let best;
  for (const strike of strikes) {
    const paise = paiseAt(minute, type, strike);
    if (paise === 0) continue;
    const figure = rule.by === "premium" ? paise / 100 : Math.abs(deltaOf(type, spot, strike, years, paise / 100));
    const gap = Math.abs(figure - (rule.by === "premium" ? rule.premium : rule.delta));
    if (gap < (best?.gap ?? Number.POSITIVE_INFINITY)) best = { strike, gap };
  }
  return best?.strike;
}

/** NSE's options since October 2024. */
function chargesOf(orders, date, brokerage) {
  const stt = date >= "2026-04-01" ? 0.0015 : 0.001;
  let [taxes, exchange, sebi] = [0, 0, 0];
  for (const { side, units, paise } of orders) {
    const value = (units * paise) / 100;
    taxes += value * (side === "sell" ? stt : 0.00003) + value * 0.000005;
    exchange += value * 0.0003503;
    sebi += value * 0.000001;
  }
  const broker = orders.length * brokerage;
  return Math.round((taxes + exchange + sebi + broker + 0.18 * (broker + exchange + sebi)) * 100) / 100;
}

function tryPlan(day, plan) {
  const weekday = new Date(day.date).getUTCDay();
  if (!plan.weekdays.includes(weekday)) return { skipped: "weekday" };
  const labels = [...day.minutes.keys()].sort();
  const entryLabel = labels.find((label) => minuteOf(label) >= plan.entry);
  if (entryLabel === undefined || minuteOf(entryLabel) >= plan.exit) return { skipped: "entry" };
  const orders = [];
  const opposite = (side) => (side === "buy" ? "sell" : "buy");
  const trade = (side, units, paise) => {
    const filled = Math.max(paise + (side === "buy" ? 1 : -1) * plan.slippage * TICK, 0);
    orders.push({ side, units, paise: filled });
    return filled;
  };
  const legs = [];
  for (const leg of plan.legs) {
    const strike = strikeFor(day, entryLabel, day.minutes.get(entryLabel), leg);
    const price = strike === undefined ? 0 : paiseAt(day.minutes.get(entryLabel), leg.type, strike);
    if (price === 0) return { skipped: "strike" };
    const units = leg.lots * LOTS[day.symbol];
    legs.push({ leg, strike, units, first: price, last: price, state: "open", rounds: 0, won: 0 });
  }
  for (const one of legs) one.entry = trade(one.leg.side, one.units, one.first);
  const gain = (one, paise) => (one.leg.side === "buy" ? paise - one.entry : one.entry - paise);
  const close = (one) => {
    one.won += gain(one, trade(opposite(one.leg.side), one.units, one.last)) * one.units;
    one.state = "out";
  };
  let isOver = false;
  for (const label of labels) {
    if (label <= entryLabel || minuteOf(label) >= plan.exit) continue;
    for (const one of legs) {
      const price = paiseAt(day.minutes.get(label), one.leg.type, one.strike);
      if (price === 0 || one.state === "done") continue;
      one.last = price;
      if (one.state === "out") {
        const isBack = one.leg.side === "buy" ? price >= one.first : price <= one.first;
        if (!isBack) continue;
        one.rounds++;
        one.entry = trade(one.leg.side, one.units, price);
        one.state = "open";
      } else if (one.leg.stop !== null && gain(one, price) * 100 <= -one.leg.stop * one.entry) {
        close(one);
        if (one.rounds >= one.leg.reentries) one.state = "done";
      } else if (one.leg.target !== null && gain(one, price) * 100 >= one.leg.target * one.entry) {
        close(one);
        one.state = "done";
      }
    }
    const total = legs.reduce(
      (sum, one) => sum + one.won + (one.state === "open" ? gain(one, one.last) * one.units : 0),
      0,
    );
    const isHit =
      (plan.stop !== null && total / 100 <= plan.stop) || (plan.target !== null && total / 100 >= plan.target);
    if (isHit) {
      for (const one of legs) if (one.state === "open") close(one);
      isOver = true;
      break;
    }
  }
  if (!isOver) {
    const end = labels.find((label) => minuteOf(label) >= plan.exit) ?? labels.at(-1);
    for (const one of legs.filter(({ state }) => state === "open")) {
      one.last = paiseAt(day.minutes.get(end), one.leg.type, one.strike) || one.last;
      close(one);
    }
  }
  const gross = legs.reduce((sum, { won }) => sum + won, 0) / 100;
  const charges = plan.brokerage === null ? 0 : chargesOf(orders, day.date, plan.brokerage);
  return { net: Math.round((gross - charges) * 100) / 100, charges, orders: orders.length };
}

const result = {};
for (const [key, day] of readDays()) result[key] = plans.map((plan) => tryPlan(day, plan));
process.stdout.write(JSON.stringify(result));
