/** The market's time: live, a past day, a replay of today. */
import assert from "node:assert/strict";
import type { ScreenActor } from "./actor.ts";
import type { Case } from "./cases.ts";
import type { Figures } from "./reading.ts";
import { settled, until } from "./until.ts";

const STEP = 30;

/** Header, selectors as the screen declares them, figures, and updates. */
export const live: Case = {
  name: "live",
  async run(actor) {
    const { driver, screen } = actor;
    const readHeader = () =>
      driver.ask(() => {
        const pane = document.querySelector("[data-pane]");
        const names = (selector: string): string[] =>
          [...(pane?.querySelectorAll(selector) ?? [])].map(
            (one) => one.getAttribute("aria-label") ?? one.textContent ?? "",
          );
        return { title: names("h1"), tab: document.title, selects: names("select") };
      }, undefined);
    const selects = { symbol: "Symbol", expiry: "Expiry", futureExpiry: "Future expiry" } as const;
    // Some come a moment after the figures.
    const header = await until("the selects of its scope", readHeader, ({ selects: shown }) =>
      Object.entries(selects).every(
        ([scope, name]) => shown.includes(name) === screen.scope.some((one) => one === scope),
      ),
    );
    assert.deepEqual(header.title, [screen.title]);
    assert.ok(header.tab.startsWith(`${screen.title} - `), header.tab);

    await actor.expectFreshness("fresh");
    if (screen.isLive) {
      const { sequence } = await actor.pane();
      await actor.expectUpdate(sequence);
    }
    await actor.expectRightTexts();
    expectAtm(await actor.figures());
  },
};

/** A table of strikes shows the one at the money, and stands so that it is seen. */
function expectAtm({ grids }: Figures): void {
  for (const { columns, atm, first, last } of grids) {
    if (!columns.includes("strike")) continue;
    assert.ok(atm >= first && atm <= last, `ATM row ${atm} is not among the rows ${first} to ${last} that are seen`);
  }
}

export const history: Case = {
  name: "a past day",
  async run(actor) {
    await actor.enterHistory();
    const { freshnessText, sequence } = await settled("the day at its close", actor.pane);
    assert.match(freshnessText, /Simulated · \d+ \w{3} \d{4}/);
    await actor.expectRightTexts();
    // Documents may come in parts: days that the server is still making.
    if (actor.screen.isLive) {
      await expectWholeDay(actor);
      if (!actor.screen.readsDocuments)
        assert.equal((await actor.pane()).sequence, sequence, "a day at its close does not change");
    }
    await actor.leaveHistory();
    if (actor.screen.isLive) await actor.expectFreshness("fresh");
  },
};

/** Charts over the minutes: each minute once, none outside the session, all of the day. */
async function expectWholeDay(actor: ScreenActor): Promise<void> {
  const [open, close] = await actor.driver.ask(() => {
    const slider = document.querySelector("[data-day-strip] [role=slider]");
    return ["aria-valuemin", "aria-valuemax"].map((name) => Number(slider?.getAttribute(name)));
  }, undefined);
  const isMinutes = (x: readonly number[]): boolean => x[0] === open && x.length > 60;
  const minuteCharts = async () => (await actor.figures()).charts.filter((chart) => isMinutes(chart.x));
  // A chart takes the pane's figures with the next frame.
  const isWhole = ({ x }: { readonly x: readonly number[] }): boolean => x.length >= (close ?? 0) - (open ?? 0);
  const charts = await until("charts of the whole day", minuteCharts, (all) => all.every(isWhole));
  for (const { name, x } of charts) {
    assert.equal(new Set(x).size, x.length, `${name}: a minute stands twice`);
    assert.ok((x.at(-1) ?? 0) <= (close ?? 0), `${name}: minutes after the close`);
  }
}

/** Figures follow the minute, there and back; another speed; live again. */
export const replay: Case = {
  name: "replay",
  async run(actor) {
    const { driver, screen } = actor;
    await actor.enterReplay();
    const { minute: first } = await actor.pane();
    const disabled = await driver.ask(
      () =>
        [...document.querySelectorAll<HTMLSelectElement>("[data-pane] header select")]
          .filter((one) => !one.disabled)
          .map((one) => one.getAttribute("aria-label"))
          .filter((name) => ["Symbol", "Expiry", "Future expiry"].includes(name ?? "")),
      undefined,
    );
    assert.deepEqual(disabled, [], "selectors that a replay leaves enabled");
    if (screen.followsReplay) {
      await actor.jump("Next", STEP);
      const early = await actor.figuresAt(first + STEP);
      await actor.jump("Next", STEP);
      const late = await actor.figuresAt(first + 2 * STEP);
      assert.notDeepEqual(late, early, `figures of minute ${first + STEP} are those ${STEP} minutes later`);
      await actor.jump("Previous", STEP);
      assert.deepEqual(await actor.figuresAt(first + STEP), early, "figures after going back");
      await driver.choose("Speed", "0.5");
      await driver.click({ role: "button", name: "Play" });
      await until("the replay plays", actor.pane, ({ minute }) => minute > first + STEP);
      await driver.click({ role: "button", name: "Pause" });
    }
    await actor.expectRightTexts();
    await actor.leaveReplay();
    if (screen.isLive) await actor.expectFreshness("fresh");
  },
};
