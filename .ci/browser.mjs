/** Finds a Chromium, or installs one where that is possible: Playwright's own first, then the distribution's package. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/** The shell is what most tests run in. */
const PACKAGES = ["chromium", "chromium-headless-shell"];
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

function installed() {
  if (process.env.CHROMIUM && existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM;
  for (const name of NAMES) {
    const found = spawnSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
    if (found.status === 0) return found.stdout.trim();
  }
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

/** The path of a Chromium; undefined, with the reason said, where none can be had. */
export function findChromium() {
  const before = installed();
  if (before) return before;
  console.log("No Chromium found: installing one.");
  spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit", timeout: 180_000 });
  if (installed()) return installed();
  if (process.getuid?.() === 0 && spawnSync("sh", ["-c", "command -v apt-get"]).status === 0) {
    try {
      execFileSync("apt-get", ["update", "-q"], { stdio: "ignore" });
      execFileSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...PACKAGES], { stdio: "inherit" });
    } catch (error) {
      console.error(`The distribution's chromium could not be installed: ${error.message}`);
    }
  }
  return installed();
}
