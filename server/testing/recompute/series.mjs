/**
 * Recomputes lines through a recorded day straight from the raw file, in the plainest way and with nothing of the product:
 * the other side of the truth tests of line screens.
 *
 *     node server/testing/recompute/series.mjs <file.csv.gz> <expiry> <low strike> <high strike> <EMA period>
 *
 * For files with a row a contract and minute (timestamp, expiry, strike, option_type, spot, oi). JSON on stdout: by minute,
 * PCR of open interest over the strikes from low to high, its EMA (2 / (n + 1), begun by the first value) and the spot.
 */
import { rowsOf } from "./plain-chain.mjs";

const [path, expiry, low, high, period] = process.argv.slice(2);

const minutes = new Map();
for (const row of rowsOf(path)) {
  if (!row.expiry.startsWith(expiry)) continue;
  const strike = Number(row.strike);
  const minute = row.timestamp.slice(11, 16);
  const sums = minutes.get(minute) ?? { CE: 0, PE: 0, spot: Number(row.spot) };
  if (strike >= Number(low) && strike <= Number(high)) sums[row.option_type] += Number(row.oi);
  minutes.set(minute, sums);
}

const figures = {};
let ema;
for (const minute of [...minutes.keys()].sort()) {
  const { CE, PE, spot } = minutes.get(minute);
  const pcr = PE / CE;
  ema = ema === undefined ? pcr : ema + (2 / (Number(period) + 1)) * (pcr - ema);
  figures[minute] = { pcr, ema, spot };
}
console.log(JSON.stringify(figures));
