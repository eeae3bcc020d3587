/** What happens to a board through the day: a hidden tab, a cut wire, a call that is refused. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { ScreenActor } from "./actor.ts";
import type { Case } from "./cases.ts";
import { until } from "./until.ts";

/** A hidden pane asks for nothing after the snapshot that was on its way. */
const ON_ITS_WAY_MS = 400;
const HIDDEN_MS = 1200;
/** Back in front: as long as a figure may be missing. A derivation and a frame, on a busy machine. */
const CURRENT_WITHIN_MS = 1500;
const HEALED_WITHIN_MS = 20_000;
/** The calls that figures are made of, without those of the shell. */
const DATA_CALLS = ["/dbOI/", "/HVIV", "/HistFutures", "/FuturesDaily"];

export const hidden: Case = {
  name: "hidden, and back",
  fits: ({ isLive, runsHidden }) => isLive && !runsHidden,
  async run(actor) {
    const { driver } = actor;
    await driver.hide();
    await sleep(ON_ITS_WAY_MS);
    const before = await actor.pane();
    await sleep(HIDDEN_MS);
    assert.equal((await actor.pane()).sequence, before.sequence, "snapshots of a hidden pane");
    await driver.show();
    await actor.expectUpdate(before.sequence, CURRENT_WITHIN_MS);
    await actor.expectFreshness("fresh");
  },
};

export const reconnect: Case = {
  name: "a cut wire",
  async run(actor, world) {
    const before = await actor.figures();
    world.cut();
    const { status, sequence } = await actor.pane();
    assert.equal(status, "ready", "figures stand while the wire is cut");
    const after = await actor.figures();
    // A chart may have been filled meanwhile; none goes.
    assert.ok(
      after.grids.length + after.charts.length >= before.grids.length + before.charts.length,
      "figures are kept",
    );
    if (!actor.screen.isLive) return;
    // Snapshots that were on their way do not belong to the new connection.
    await sleep(ON_ITS_WAY_MS);
    const { sequence: then } = await actor.pane();
    await actor.expectUpdate(Math.max(sequence, then), HEALED_WITHIN_MS);
    await actor.expectFreshness("fresh");
    await actor.expectRightTexts();
  },
};

interface Problem {
  readonly sentence: string;
  readonly actions: readonly string[];
  readonly title: string;
}
const SENTENCE = /^\S.{10,}\.$/;

/** A sentence and an action in the figures' place; the header and the rest of the board live on. */
export const missing: Case = {
  name: "figures that cannot be had",
  // Last prices of the user's own things come by the socket alone, and there may be none.
  fits: ({ isLive, readsDocuments }) => isLive || readsDocuments,
  async run(actor) {
    const { driver } = actor;
    const problem = (): Promise<Problem> => driver.ask(readProblem, undefined);
    // A screen that begins empty says so, with an action, too.
    const { sentence: own } = await problem();
    const answerAgain = await driver.refuse(DATA_CALLS);
    try {
      const turnBack = await turn(actor);
      await until("the pane has no figures", actor.pane, ({ status }) => status === "missing");
      const isReason = ({ sentence }: Problem): boolean => SENTENCE.test(sentence) && sentence !== own;
      const { actions, title } = await until("one sentence says why", problem, isReason);
      assert.equal(actions.length, 1, `one action: ${actions.join(", ")}`);
      assert.equal(title, actor.screen.title);
      const was = await driver.ask(readTicker, undefined);
      await until(
        "the ticker goes on",
        () => driver.ask(readTicker, undefined),
        (now) => now !== was && now !== "",
      );
      await answerAgain();
      // A live room is asked for again by itself, too: then the action is gone before it is pressed.
      await driver.click({ role: "button", name: actions[0] ?? "" }).catch(async (error: unknown) => {
        if ((await actor.pane()).status === "missing") throw error;
      });
      await actor.ready();
      await actor.expectRightTexts();
      await turnBack();
    } finally {
      await answerAgain();
    }
  },
};

/** To an expiry that is not loaded, where there is one to choose; else the page is loaded again. @returns the way back */
async function turn({ driver, screen, ready }: ScreenActor): Promise<() => Promise<void>> {
  const expiries = await driver.ask(
    () => [...document.querySelectorAll<HTMLOptionElement>("select[aria-label=Expiry] option")].map((one) => one.value),
    undefined,
  );
  const [first, second] = expiries;
  const canTurn = screen.scope.includes("expiry") && !screen.hasAllExpiries;
  if (!canTurn || first === undefined || second === undefined) {
    await driver.reload();
    return async () => undefined;
  }
  await driver.choose("Expiry", second);
  return async () => {
    await driver.choose("Expiry", first);
    await ready();
  };
}

/** In the page: what stands in the figures' place. */
/** The sentence is the one that an action stands beside: a screen may have other words of its own. */
function readProblem(): Problem {
  const pane = document.querySelector("[data-pane]");
  const actionsOf = (words: Element) => [...(words.parentElement?.querySelectorAll("p ~ button, p ~ * button") ?? [])];
  const sentence = [...(pane?.querySelectorAll("p") ?? [])].find((words) => actionsOf(words).length > 0);
  return {
    sentence: sentence?.textContent ?? "",
    actions: (sentence ? actionsOf(sentence) : []).map((one) => one.textContent ?? ""),
    title: pane?.querySelector("h1")?.textContent ?? "",
  };
}

const readTicker = (): string => document.querySelector("[data-index]")?.textContent ?? "";
