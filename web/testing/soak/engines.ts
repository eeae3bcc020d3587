/**
 * The suite that every screen goes through (every-screen/cases.ts), in other engines than Chromium. Needs a build and the
 * engine's program; one that is not installed is named.
 *
 *     npm run soak -- engines [screens]   (how many, or the routes of those that are meant, with commas between)
 */
import { spawnSync } from "node:child_process";
import { whyNoWindow } from "../display.ts";
import type { Engine } from "../engines/engine.ts";
import { startFirefox } from "../engines/firefox.ts";
import { type RefusingProxy, startRefusingProxy } from "../engines/refusing-proxy.ts";
import { startWebKit } from "../engines/webkit.ts";
import { logIn } from "../every-screen/actor.ts";
import { palettes } from "../every-screen/case-looks.ts";
import { CASES } from "../every-screen/cases.ts";
import type { Driver } from "../every-screen/driver.ts";
import { everyScreen, someOf } from "../every-screen/registry.ts";
import { walk } from "../every-screen/walk.ts";
import { SIMULATED, startProduct } from "../product.ts";

/** Exit code where nothing could run. */
const NOT_RUN = 77;
const STORED = { lastExSymbol: { NSE: ["NIFTY", 65, 50, 0] } };

interface Program {
  readonly names: readonly string[];
  readonly needsWindow?: true;
  start(program: string, wire: RefusingProxy): Promise<Engine>;
}

const PROGRAMS: readonly Program[] = [
  { names: ["firefox-esr", "firefox"], start: startFirefox },
  { names: ["WebKitWebDriver"], needsWindow: true, start: startWebKit },
];

const all = await everyScreen();
const screens = chosen(process.argv[2] ?? `${all.length}`);

/** @throws Error where that is no number, or no screen has such a route */
function chosen(asked: string): typeof all {
  if (!asked.startsWith("/")) {
    const count = Number(asked);
    if (!(count >= 1)) throw new Error(`${asked} is neither a number of screens nor a route`);
    return someOf(all, Math.min(count, all.length));
  }
  return asked.split(",").map((route) => {
    const screen = all.find((one) => one.route === route);
    if (screen === undefined) throw new Error(`${route} is the route of no screen`);
    return screen;
  });
}

function pathOf(names: readonly string[]): string | undefined {
  const found = names.map((name) => spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }));
  return found.find(({ status }) => status === 0)?.stdout.trim();
}

/** @returns how many screens failed */
async function walkAll(engine: Engine, wire: RefusingProxy): Promise<number> {
  const first = await engine.newDriver();
  await logIn(first, STORED);
  await first.close();
  let failed = 0;
  for (const screen of screens) {
    const driver = await engine.newDriver();
    if (screen === screens[0]) console.log(`  ${await abilities(driver)}`);
    const started = performance.now();
    const faults = await walk({ driver, screen, world: wire, cases: [...CASES, palettes] });
    await driver.close().catch(() => undefined); // a session that ended by itself is among the faults
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`  ${faults.length === 0 ? "ok  " : "FAIL"} ${screen.title} ${screen.route} (${seconds} s)`);
    for (const fault of faults) console.log(fault.replace(/^/gm, "       "));
    if (faults.length > 0) failed++;
  }
  return failed;
}

/** What the engine lacks, where the product falls back. */
async function abilities({ ask }: Driver): Promise<string> {
  const lacks = await ask(() => {
    const missing: string[] = [];
    if (typeof OffscreenCanvas === "undefined") missing.push("OffscreenCanvas");
    if (!("transferControlToOffscreen" in HTMLCanvasElement.prototype)) missing.push("canvases drawn by a worker");
    // A function that returns f64x2.relaxed_madd of three zeros.
    const zero = [0x41, 0, 0xfd, 0x0f];
    const body = [...zero, ...zero, ...zero, 0xfd, 0x87, 2];
    const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0];
    const relaxed = [...head, 0x0a, body.length + 4, 1, body.length + 2, 0, ...body, 0x0b];
    if (!WebAssembly.validate(new Uint8Array(relaxed))) missing.push("relaxed SIMD");
    return missing;
  }, undefined);
  return lacks.length === 0 ? "lacks nothing that the product uses" : `lacks ${lacks.join(", ")}`;
}

const product = await startProduct({ env: SIMULATED });
const wire = await startRefusingProxy(product.port);
let hasRun = false;
try {
  for (const { names, needsWindow, start } of PROGRAMS) {
    const program = pathOf(names);
    const why = program === undefined ? "not installed" : needsWindow && whyNoWindow();
    if (program === undefined || why !== undefined) {
      console.log(`${names[0]}: ${why}`);
      continue;
    }
    const engine = await start(program, wire);
    try {
      console.log(engine.name);
      const failed = await walkAll(engine, wire);
      console.log(`${engine.name}: ${screens.length - failed} of ${screens.length} screens passed`);
      if (failed > 0) process.exitCode = 1;
      hasRun = true;
    } finally {
      await engine.stop();
    }
  }
} finally {
  await wire.stop();
  await product.stop();
}
if (!hasRun) process.exitCode = NOT_RUN;
