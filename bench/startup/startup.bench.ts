/**
 * How much must a browser load and run until the chain shows live figures, and how long does that take a slow one,
 * beside the same page with AG Grid as its table? Both servers run the same day; the one not asked stands still.
 */
import type { Browser } from "@playwright/test";
import { bundleSizes } from "../../.ci/bundle-sizes.mjs";
import type { Product } from "../../web/testing/product.ts";
import { launchChromium } from "../browser/competition.ts";
import { playRounds } from "../browser/rounds.ts";
import { median, medianRatio, note, type Row, row } from "../report.ts";
import { startBuilds } from "./builds.ts";
import { firstCellMs, openSession, type Session } from "./first-cell.ts";

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
      return [...sizeRows(builds.product.web), ...timeRows(ours, theirs)];
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
