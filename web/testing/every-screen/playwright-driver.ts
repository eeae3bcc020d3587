/** The driver of Chromium, by Playwright. The browser is a process of ours: one that Playwright starts holds every page visible. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { faultsNow } from "../axe.ts";
import { CHROMIUM, ONE_PROCESS, SWITCHES } from "../chromium.ts";
import { exitOf } from "../product.ts";
import type { Driver } from "./driver.ts";

const OWN_SWITCHES = ["--headless", "--remote-debugging-port=0"];

/** A control that cannot be clicked by then is not going to be. */
const WITHIN_MS = 10_000;

export interface Chromium {
  /** A new page: it shares the browser's session and storage. */
  newDriver(baseURL: string): Promise<PlaywrightDriver>;
  stop(): Promise<void>;
}

export interface PlaywrightDriver extends Driver {
  close(): Promise<void>;
}

export async function startChromium(): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), "strikeboard-browser-"));
  const switches = [...SWITCHES, ...ONE_PROCESS, ...OWN_SWITCHES, `--user-data-dir=${profile}`];
  const child = spawn(CHROMIUM, [...switches, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
  const address = await new Promise<string>((done, failed) => {
    let text = "";
    child.stderr.on("data", (bytes: Buffer) => {
      text += bytes.toString();
      const [, found] = /listening on (ws:\S+)/.exec(text) ?? [];
      if (found !== undefined) done(found);
    });
    child.once("exit", () => failed(new Error(`The browser did not start:\n${text}`)));
  });
  const browser = await chromium.connectOverCDP(address, { noDefaults: true });
  const [context] = browser.contexts();
  const [blank] = context?.pages() ?? [];
  if (!context || !blank) throw new Error("The browser has no window");
  return {
    newDriver: async (baseURL) => driverOf(blank, await context.newPage(), baseURL),
    async stop() {
      await browser.close();
      child.kill();
      await exitOf(child);
      try {
        rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }); // helpers of the browser end later
      } catch (error) {
        console.warn("a browser's profile is left:", error); // it is among the temporary files
      }
    },
  };
}

/** @param blank stands before the page while that is hidden */
function driverOf(blank: Page, page: Page, baseURL: string): PlaywrightDriver {
  const context = page.context();
  const heard: string[] = [];
  page.setDefaultTimeout(WITHIN_MS);
  page.on("pageerror", (error) => heard.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) heard.push(message.text());
  });
  return {
    open: async (path) => void (await page.goto(new URL(path, baseURL).href)),
    reload: async () => void (await page.reload()),
    // Playwright's own types cannot tell that what is asked passes as JSON.
    ask: (read, argument) => page.evaluate(read as never, argument as never),
    click: async ({ role, name }) =>
      page.getByRole(role, { name, exact: true }).click(role === "radio" ? { force: true } : {}),
    choose: async (name, value) => void (await page.getByLabel(name, { exact: true }).selectOption(value)),
    press: (key) => page.keyboard.press(key),
    resize: (size) => page.setViewportSize(size),
    hide: () => blank.bringToFront(),
    show: () => page.bringToFront(),
    async refuse(words) {
      const isMeant = (url: URL): boolean => words.some((word) => url.pathname.includes(word));
      await context.route(isMeant, (route) =>
        route.fulfill({ status: 404, json: { status: "error", message: "There is no such day." } }),
      );
      return () => context.unroute(isMeant);
    },
    faults: (rules) => faultsNow(page, rules),
    complaints: () => heard.splice(0),
    picture: () => page.screenshot(),
    close: () => page.close(),
  };
}
