/**
 * What the browser downloads, gzipped. A row has the goal it must keep (`must`), and bounds around the figure of today
 * (`held`): the run fails where a figure leaves either, upwards because the page grew, downwards because something was
 * won (then tighten them) or the measure is broken.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundleSizes } from "./bundle-sizes.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/** kB gzip */
const BUDGETS = [
  { what: "main-thread JS to the first live screen", must: 120, held: [113, 119], figure: "firstScreen" },
  { what: "largest route chunk, uPlot not counted", must: 40, held: [13, 18], figure: "largestRoute" },
  { what: "workers and WASM together", must: 80, held: [64, 72], figure: "threads" },
];

try {
  const sizes = bundleSizes(path.resolve(process.argv[2] ?? path.join(ROOT, "dist/web")));
  for (const { what, must, held, figure } of BUDGETS) {
    const value = sizes[figure];
    const [low, high] = held;
    const isHeld = value >= low && value <= high && value <= must;
    if (!isHeld) process.exitCode = 1;
    console.log(
      `${isHeld ? "held" : "FAIL"} ${what}: ${value.toFixed(1)} kB gzip (held ${low} to ${high}; must ${must})`,
    );
  }
} catch (error) {
  console.error(`sizes: ${error.message}`);
  process.exitCode = 1;
}
