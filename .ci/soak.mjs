/**
 * `npm run soak -- <name> [count]`: the long form of what the tests show a handful of, and measurements that need minutes. The
 * figures are of this machine, and say how busy it was. A soak whose data or programs are not here says that it was skipped;
 * with STRICT=1 that is a failure.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const test = (file, variable, count) => ({ file, variable, count });
const script = (file, count) => ({ script: file, count });
/** Exit code of a script that could not run here, as other test programs have it. */
const NOT_RUN = 77;

const SOAKS = {
  "journal-kills": {
    words: "kill -9 while minutes are written: none that was published is lost",
    ...test("server/market/journal/crash.test.ts", "CRASH_ROUNDS", 100),
  },
  "order-histories": {
    words:
      "so many orders over each broker's wire, or that of ORDER_BROKER, while everything goes wrong: none twice, none told wrong",
    ...test("server/modules/orders/intents/histories.test.ts", "ORDER_INTENTS", 20_000),
    env: { ORDER_BROKER: process.env.ORDER_BROKER ?? "each" },
    titled: "on PostgreSQL", // a third faster than the embedded database
  },
  "order-kills": {
    words: "kill -9 while orders are sent: none goes twice, none after a restart, none is told wrongly",
    ...test("server/modules/orders/intents/kills.test.ts", "ORDER_KILLS", 100),
  },
  "cluster-kills": {
    words:
      "leading feed killed and frozen, edge and Redis killed, PostgreSQL restarted: every client has what the feed has, and how long it was silent",
    ...test("server/roles/faults.test.ts", "ROLES_KILLS", 20),
  },
  "network-faults": {
    words: "connections cut, held up and refused while minutes pass: every client has every minute of the feed",
    ...test("server/roles/faults.test.ts", "NETWORK_FAULTS", 200),
  },
  strategies: {
    words: "random strategies of eight legs over four expiries against a plain script: P&L and break-evens",
    ...test("workers/chain/strategy/random-strategies.test.ts", "STRATEGIES", 10_000),
  },
  "auto-save": {
    words: "a tab is closed within two seconds of an edit (after a build): the strategy has it",
    ...script("web/testing/soak/auto-save.ts", 50),
  },
  restart: {
    words: "the whole market after kill -9 (after a build): seconds and CPU until ready",
    ...script("server/testing/soak/restart.ts", 20),
  },
  session: {
    words: "the exchange at sixty times its speed with 200 clients, so many minutes: whether the server grows",
    ...script("server/testing/soak/session.ts", 40),
  },
  "full-day": {
    words:
      "so many days at sixty times their speed (after a build): every screen, 200 clients, orders, two edges, kills and restarts: nothing wrong, lost or growing",
    ...script("web/testing/soak/full-day.ts", 6),
    needs: "Redis, PostgreSQL or Chromium is not installed",
  },
  floods: {
    words: "strangers who send CONNECTs (after a build): how long everybody else's calls take, and memory after it",
    ...script("server/testing/soak/floods.ts", 3),
  },
  "roll-over": {
    words: "the end of a day with the whole market: how long a turn of the event loop takes, in CPU",
    ...script("server/testing/soak/roll-over.ts"),
  },
  "order-clicks": {
    words:
      "orders on the ticket, one after another (after a build): milliseconds from the press to the answer on screen",
    ...script("web/testing/soak/order-clicks.ts", 60),
  },
  "backtest-sets": {
    words:
      "random back-tests on recorded days (MARKET_DATA): each day to the paisa what a plain script makes of the raw files",
    ...test("server/recorded-backtest.test.ts", "BACKTEST_SETS", 100),
    needs: "no data (MARKET_DATA names no folder with recorded days)",
  },
  engines: {
    words:
      "the suite of every screen in Firefox and WebKitGTK (after a build): so many of all screens, or those of the routes that are given",
    ...script("web/testing/soak/engines.ts"),
    needs: "no other engine (firefox-esr, webkit2gtk-driver)",
  },
  "hidden-tab": {
    words:
      "alerts of a tab behind another one for minutes (a real window, on Xvfb): each in the run after its tick, once",
    ...script("web/testing/soak/hidden-tab.ts", 10),
    needs: "no window (neither a display nor Xvfb)",
  },
  "hidden-stops": {
    words:
      "stops and targets of the portfolio in tabs behind another one (a real window, on Xvfb): hit within 2 s of the price, once an arming",
    ...script("web/testing/soak/hidden-stops.ts", 20),
    needs: "no window (neither a display nor Xvfb)",
  },
};

const [name = "", count] = process.argv.slice(2);
const soak = Object.hasOwn(SOAKS, name) ? SOAKS[name] : undefined;
if (soak === undefined) {
  console.log("npm run soak -- <name> [count]");
  for (const [known, { words }] of Object.entries(SOAKS)) console.log(`  ${known.padEnd(16)} ${words}`);
  process.exit(name === "" ? 0 : 1);
}
const times = count ?? soak.count;
const folder = mkdtempSync(path.join(tmpdir(), "strikeboard-soak-"));
const report = path.join(folder, "report.json");
const args = soak.script
  ? ["tsx", soak.script, ...(times === undefined ? [] : [String(times)])]
  : ["vitest", "run", "--reporter=verbose", "--reporter=json", `--outputFile.json=${report}`, soak.file];
if (soak.titled) args.push("-t", soak.titled);
const env = { ...process.env, ...soak.env, ...(soak.variable && { [soak.variable]: String(times) }) };
const started = performance.now();
const { status } = spawnSync("npx", args, { cwd: ROOT, stdio: "inherit", env });
const seconds = Math.round((performance.now() - started) / 1000);
const isSkipped = soak.script ? status === NOT_RUN : status === 0 && ranNothing();
rmSync(folder, { recursive: true });
const verdict = isSkipped ? `skipped: ${soak.needs ?? "its data are not here"}` : status === 0 ? "ok" : "FAILED";
console.log(`${name}: ${verdict} after ${seconds} s; load ${loadavg()[0].toFixed(1)}`);
process.exitCode = isSkipped ? Number(env.STRICT === "1") : (status ?? 1);

/** Whether every test of the file was skipped: its data or a program that it needs is missing. */
function ranNothing() {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  return numPassedTests + numFailedTests === 0;
}
