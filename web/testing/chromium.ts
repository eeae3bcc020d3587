/** Which Chromium is driven, and how it is started for a machine that has no screen. */
import { existsSync } from "node:fs";

/** The whole browser, as Debian installs it. `CHROMIUM` names another. */
export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/**
 * What tests run in. The shell is the same engine without a browser's own windows and menus, which are pages, too: a test
 * takes a quarter less of the processor in it.
 */
export const TEST_CHROMIUM = process.env["CHROMIUM"] ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : CHROMIUM);

/** No calls of its own to the internet, and no graphics processor. */
export const SWITCHES = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
