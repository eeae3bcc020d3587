/** What a page's threads do while it is watched, and how long its panes take to show what has come. */
import type { BenchedPage } from "../browser/built-product.ts";
import { type PageWork, tracePage } from "../browser/main-thread.ts";
import { type Painting, takePaintings } from "../browser/paint-log.ts";
import { quantile } from "../report.ts";
import { takeAnswers } from "./answers.ts";

export interface Look extends PageWork {
  /**
   * Milliseconds from a frame's arrival to the painting that shows it, of the pane where that takes longest; from the
   * server's answer, where it is that what the painting shows first.
   */
  readonly p95: number;
  /** That pane. */
  readonly worst: string;
  /** As `p95`, of the paintings that show an answer first; NaN without any. */
  readonly answerP95: number;
  readonly paintings: readonly Painting[];
  /** Of the look. */
  readonly seconds: number;
}

/** @param meanwhile what the user does; it takes as long as the look. */
export async function look(
  { page, cdp }: BenchedPage,
  ms: number,
  meanwhile = (): Promise<void> => page.waitForTimeout(ms),
): Promise<Look> {
  await takePaintings(page);
  await takeAnswers(page);
  const started = performance.now();
  const work = await tracePage(cdp, meanwhile);
  const seconds = (performance.now() - started) / 1000;
  const answers = await takeAnswers(page);
  const paintings = withAnswers(await takePaintings(page), answers).filter(({ frameAt }) => !Number.isNaN(frameAt));
  const ranked = [...new Set(paintings.map(({ pane }) => pane))].map((pane) => ({
    pane,
    p95: quantile(paintings.filter((one) => one.pane === pane).map(latency), 0.95),
  }));
  const worst = ranked.sort((a, b) => b.p95 - a.p95)[0];
  if (!worst) throw new Error("no pane painted anything");
  const answered = paintings.filter(({ isAnswer }) => isAnswer).map(latency);
  return {
    ...work,
    p95: worst.p95,
    worst: worst.pane,
    answerP95: quantile(answered, 0.95),
    paintings,
    seconds,
  };
}

const latency = ({ at, frameAt }: Painting): number => at - frameAt;

/** A pane that asks the server shows the answer when it comes, between two frames: then the answer is its news. */
function withAnswers(
  paintings: readonly Painting[],
  answers: ReadonlyMap<string, readonly number[]>,
): readonly (Painting & { readonly isAnswer: boolean })[] {
  const left = new Map([...answers].map(([pane, times]) => [pane, [...times]]));
  return paintings.map((painting) => {
    const times = left.get(painting.pane) ?? [];
    const come = times.filter((time) => time < painting.at);
    left.set(painting.pane, times.slice(come.length));
    const newest = come.at(-1) ?? Number.NEGATIVE_INFINITY;
    const isAnswer = newest > painting.frameAt;
    return { ...painting, frameAt: isAnswer ? newest : painting.frameAt, isAnswer };
  });
}
