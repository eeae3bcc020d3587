/**
 * How much must a browser load and run until the chain shows live figures, and how long does that take a slow one,
 * beside the same page with AG Grid as its table? Both servers run the same day; the one not asked stands still. And how long
 * does it take from the press in the menu until another screen shows its figures?
 */
import type { Browser } from "@playwright/test";
import { bundleSizes } from "../../.ci/bundle-sizes.mjs";
import type { Product } from "../../web/testing/product.ts";
import { launchChromium } from "../browser/competition.ts";
import { playRounds } from "../browser/rounds.ts";
import { median, medianRatio, note, quantile, type Row, row } from "../report.ts";
import { startBuilds } from "./builds.ts";
import { firstCellMs, openSession, type Session } from "./first-cell.ts";
import { openingMs } from "./opening.ts";

export const question = "startup";
export const needsPeers = true;

const THROTTLE = 6;

export async function run({ short }: { readonly short: boolean }): Promise<Row[]> {
  const builds = await startBuilds();
  const products = [builds.product.product, builds.peer.product] as const;
  try {
    const browser = await launchChromium();
    try {
      const [ours, theirs] = await measure(browser, products, short ? 5 : 9);
      const openings = await measureOpenings(browser, products, short ? 1 : 3);
      return [...sizeRows(builds.product.web), ...timeRows(ours, theirs), ...openingRows(openings)];
    } finally {
      await browser.close();
    }
  } finally {
    for (const product of products) await product.stop();
  }
}

/** @returns milliseconds until the first live cell, by round, of each product */
async function measure(
  browser: Browser,
  products: readonly [Product, Product],
  rounds: number,
): Promise<readonly [readonly number[], readonly number[]]> {
  const sessions: Session[] = [];
  for (const product of products) {
    const session = await openSession(browser, product);
    await firstCellMs(browser, product, session, 1); // the server's first of everything
    sessions.push(session);
  }
  const times = await playRounds(rounds, ["0", "1"], async (name) => {
    const turn = Number(name);
    // The other server takes no time meanwhile.
    products[1 - turn]!.freeze();
    products[turn]!.thaw();
    return firstCellMs(browser, products[turn]!, sessions[turn]!, THROTTLE);
  });
  for (const product of products) product.thaw();
  return [times["0"]!, times["1"]!];
}

/** @returns milliseconds from press to first figures, by screen, of all rounds */
async function measureOpenings(
  browser: Browser,
  [product, peer]: readonly [Product, Product],
  rounds: number,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const session = await openSession(browser, product);
  peer.freeze();
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const [route, ms] of await openingMs(browser, product, session, THROTTLE))
      times.set(route, [...(times.get(route) ?? []), ms]);
  peer.thaw();
  return times;
}

function openingRows(times: ReadonlyMap<string, readonly number[]>): Row[] {
  const all = [...times.values()].flat();
  const [slowest = ["none", []]] = [...times].sort(([, one], [, other]) => median(other) - median(one));
  return [
    row(question, `opening a screen on a warm board, ${THROTTLE}x, p95`, quantile(all, 0.95)),
    note(question, `opening a screen, ${THROTTLE}x: median of ${times.size} screens`, median(all), "ms"),
    note(question, `opening a screen, ${THROTTLE}x: slowest, ${slowest[0]}`, median(slowest[1]), "ms"),
  ];
}

function sizeRows(web: string): Row[] {
  const { firstScreen, largestRoute, workers } = bundleSizes(web);
  return [
    row(question, "main-thread JS to the first live screen", firstScreen),
    row(question, "largest route chunk, uPlot not counted", largestRoute),
    row(question, "workers and WASM: base and largest derivation", workers),
  ];
}

function timeRows(ours: readonly number[], theirs: readonly number[]): Row[] {
  return [
    row(question, `first live cell, ${THROTTLE}x / AG Grid`, medianRatio(ours, theirs)),
    note(question, `first live cell, ${THROTTLE}x: product`, median(ours), "ms"),
    note(question, `first live cell, ${THROTTLE}x: AG Grid`, median(theirs), "ms"),
  ];
}
