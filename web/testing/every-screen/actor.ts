/** What a trader does with any screen, in terms of a driver, and waits until it has happened. */
import assert from "node:assert/strict";
import { DEMO } from "../product.ts";
import type { Driver } from "./driver.ts";
import {
  areTablesPainted,
  type Figures,
  type PaneReading,
  readFigures,
  readPane,
  readWords,
  wrongTexts,
} from "./reading.ts";
import type { ScreenFacts } from "./registry.ts";
import { settled, until } from "./until.ts";

/** A page of the shell that needs no figures: screens are opened from there. */
const ANTEROOM = "/alert-settings";
/** The simulated exchange makes past days on demand. */
const DAY_MS = 30_000;

export interface ScreenActor {
  readonly screen: ScreenFacts;
  readonly driver: Driver;
  /** By the menu, as a trader, of the page that is open, if it has one; a screen of no menu by its address. Waits for its pane. */
  goTo(): Promise<void>;
  /** The same on a page that is loaded anew. Waits for its figures. */
  open(): Promise<void>;
  ready(): Promise<PaneReading>;
  pane(): Promise<PaneReading>;
  figures(): Promise<Figures>;
  /** @throws if a text stands on the screen that says a figure was computed wrongly. */
  expectRightTexts(): Promise<void>;
  /** Waits until the chip says so: 'fresh', 'history', 'replay'. */
  expectFreshness(state: string): Promise<void>;
  /** Waits for a snapshot after this one. */
  expectUpdate(after: number, within?: number): Promise<PaneReading>;
  enterHistory(): Promise<void>;
  leaveHistory(): Promise<void>;
  enterReplay(): Promise<void>;
  leaveReplay(): Promise<void>;
  /** By the strip's button, as far as its select says. */
  jump(way: "Next" | "Previous", minutes: number): Promise<void>;
  /** Waits until the pane shows this minute, and gives its figures once they rest. */
  figuresAt(minute: number): Promise<Figures>;
}

/** Logs in and leaves these items in the browser's storage. One user's sessions end each other: once a browser. */
export async function logIn(driver: Driver, storage: Readonly<Record<string, unknown>>): Promise<void> {
  await driver.open("/healthz"); // a page of this origin that is not the app
  await driver.ask(
    async ({ who, items }) => {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ ...who, fingerprint: "test-Linux-device-Chrome" });
      const reply = await fetch("/api/v1/users/login", { method: "POST", headers, body });
      const { token, data } = await reply.json();
      const entries = Object.entries({ token, tk: token, isLoggedIn: data.user.expires, user: data.user, ...items });
      for (const [key, value] of entries)
        localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
    },
    { who: DEMO, items: storage },
  );
}

const hasMenus = (): boolean => document.querySelector("nav button") !== null;

/** Loads a page of the shell. @param within a cold server or browser may take longer than a press waits */
export async function openAnteroom(driver: Driver, within?: number): Promise<void> {
  await driver.open(ANTEROOM);
  await until("the page has menus", () => driver.ask(hasMenus, undefined), Boolean, within);
}

const markPane = (): void => document.querySelector("[data-pane]")?.setAttribute("data-left", "");
const isPaneNew = (): boolean => document.querySelector("[data-pane]:not([data-left])") !== null;

export function actorOf(driver: Driver, screen: ScreenFacts): ScreenActor {
  const pane = (): Promise<PaneReading> => driver.ask(readPane, undefined);
  const figures = (): Promise<Figures> => driver.ask(readFigures, undefined);

  const ready = async (): Promise<PaneReading> => {
    await until(`${screen.title} has figures`, pane, ({ status }) => status === "ready");
    await until(`${screen.title} is drawn`, figures, ({ grids, charts, header }) => {
      const isDrawn = grids.some(({ cells }) => cells.length > 0) || charts.some(({ x }) => x.length > 0);
      return isDrawn || (header.length > 0 && (screen.beginsEmpty || grids.length + charts.length === 0));
    });
    return pane();
  };
  const expectFreshness = async (state: string): Promise<void> => {
    await until(`the chip says ${state}`, pane, ({ freshness }) => freshness === state, DAY_MS);
  };
  const expectUpdate = (after: number, within?: number): Promise<PaneReading> =>
    until("a new snapshot", pane, ({ sequence, status }) => status === "ready" && sequence > after, within);
  const press = (name: string): Promise<void> => driver.click({ role: "button", name });
  const goTo = async (): Promise<void> => {
    if (screen.menu) {
      if (!(await driver.ask(hasMenus, undefined))) await openAnteroom(driver);
      await driver.ask(markPane, undefined); // that of the screen before stands until the next one is there
      await press(screen.menu.group);
      await driver.click({ role: "menuitem", name: screen.menu.label });
    } else await driver.open(screen.route);
    await until(`the pane of ${screen.title}`, () => driver.ask(isPaneNew, undefined), Boolean);
    assert.equal(await driver.ask(() => location.pathname, undefined), screen.route);
  };

  return {
    screen,
    driver,
    pane,
    figures,
    ready,
    expectFreshness,
    expectUpdate,
    goTo,
    async open() {
      await openAnteroom(driver);
      await goTo();
      await ready();
    },
    async expectRightTexts() {
      assert.deepEqual(wrongTexts(await driver.ask(readWords, undefined), await figures()), []);
    },
    async enterHistory() {
      const today = (await pane()).date;
      await driver.click({ role: "radio", name: "History" });
      await press("Go");
      await expectFreshness("history");
      // The first thing that History shows is today, as it stands.
      const isPast = ({ status, mode, date }: PaneReading): boolean =>
        status === "ready" && mode === "history" && date !== today;
      await until("figures of the past day", pane, isPast);
      await ready();
    },
    async leaveHistory() {
      await driver.click({ role: "radio", name: "Live" });
      await until("the live market", pane, ({ mode, status }) => mode === "live" && status === "ready");
    },
    async enterReplay() {
      await press("Replay");
      await until("the replay", pane, ({ status, mode }) => status === "ready" && mode === "replay");
      await expectFreshness("replay");
    },
    async leaveReplay() {
      await press("Close replay");
      await until("the live market", pane, ({ mode, status }) => mode === "live" && status === "ready");
    },
    async jump(way, minutes) {
      await driver.choose("Jump", `${minutes}`);
      await press(`${way} ${minutes} minutes`);
    },
    async figuresAt(minute) {
      await until(`figures of minute ${minute}`, pane, (now) => now.minute === minute && now.status === "ready");
      await until("the tables are painted", () => driver.ask(areTablesPainted, undefined), Boolean);
      return settled("the picture", figures);
    },
  };
}
