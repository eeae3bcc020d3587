/** Which Chromium is driven, and how it is started for a machine that has no screen. */
import { existsSync } from "node:fs";

/** The whole browser, as Debian installs it. `CHROMIUM` names another. */
export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const DEBIANS_SHELL = "/usr/bin/chromium-headless-shell";

/**
 * The same engine without a browser's own windows and menus, which are pages, too: a test takes a quarter less of the
 * processor in it. It hides no tab behind another, so that tests of hidden pages need the whole browser.
 */
export const HEADLESS_SHELL = existsSync(DEBIANS_SHELL) ? DEBIANS_SHELL : CHROMIUM;

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

/**
 * For tests, whose pages are opened by the hundred: graphics and network are threads of the browser, not processes. A page that
 * is opened anew takes a tenth less of the processor.
 */
export const ONE_PROCESS = ["--in-process-gpu", "--enable-features=NetworkServiceInProcess2"];
