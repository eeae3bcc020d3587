/**
 * What the browser downloads, gzipped. A row has the goal that it is to keep (`must`), where it is going (`aim`), and bounds
 * around the figure of today (`held`): the run fails where a figure leaves them, upwards because the page grew, downwards
 * because something was won (then tighten them) or the measure is broken. Only a goal that is missed already lies below
 * its upper bound, and its row says so.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundleSizes } from "./bundle-sizes.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** kB gzip */
const BUDGETS = [
  { what: "main-thread JS to the first live screen", must: 112, aim: 100, held: [105, 112], figure: "firstScreen" },
  { what: "largest route chunk, uPlot not counted", must: 40, aim: 25, held: [13, 40], figure: "largestRoute" },
  { what: "the workspace's own chunk", must: 15, aim: 10, held: [4, 15], figure: "workspace" },
  { what: "the palette's own chunk", must: 4, aim: 3, held: [2, 4], figure: "palette" },
  { what: "workers and WASM: base and largest derivation", must: 72, aim: 60, held: [55, 70], figure: "workers" },
  { what: "everything", held: [500, 776], figure: "all" },
];

try {
  const sizes = bundleSizes(path.resolve(process.argv[2] ?? path.join(ROOT, "dist/web")));
  for (const { what, must, aim, held, figure } of BUDGETS) {
    const value = sizes[figure];
    const [low, high] = held;
    const isHeld = value >= low && value <= high;
    const isMissed = must !== undefined && value > must;
    if (!isHeld) process.exitCode = 1;
    const goals = must === undefined ? "" : `; must ${must}, aim ${aim}`;
    console.log(
      `${!isHeld ? "FAIL" : isMissed ? "MISSED" : "held"} ${what}: ${value.toFixed(1)} kB gzip (held ${low} to ${high}${goals})`,
    );
  }
} catch (error) {
  console.error(`sizes: ${error.message}`);
  process.exitCode = 1;
}
