/** What the panes of a board cost, and how late their figures are: out of looks at them, a few a second. Pure. */

/** One look at one pane. */
export interface PaneLook {
  readonly pane: string;
  readonly title: string;
  /** Milliseconds, as those below. */
  readonly at: number;
  readonly sequence: number;
  /** Of the newest snapshot: what a worker spent on it, and when the newest frame behind it came. NaN: none is behind it. */
  readonly cost: number;
  readonly frameAt: number;
  /** When the page painted it; less than `frameAt` while it has not. */
  readonly paintedAt: number;
}

export interface PaneReading {
  readonly pane: string;
  readonly title: string;
  /** Snapshots a second. */
  readonly rate: number;
  /** Milliseconds of a worker a snapshot. */
  readonly cost: number;
  /** Of a core, 0 to 1. */
  readonly share: number;
  /** Milliseconds from a frame to the painting that shows it, at worst; NaN: no frame was shown. */
  readonly late: number;
}

/**
 * One reading of each pane of the newest look, in its order.
 * @param looks oldest first
 */
export function readingsOf(looks: readonly (readonly PaneLook[])[]): readonly PaneReading[] {
  const panes = looks.at(-1) ?? [];
  return panes.map(({ pane }) => readingOf(looks.flatMap((look) => look.find((one) => one.pane === pane) ?? [])));
}

function readingOf(all: readonly PaneLook[]): PaneReading {
  const last = all.at(-1)!;
  // Another worker counts its snapshots from one: what was before says nothing.
  const since = all.findLastIndex((look, i) => i > 0 && look.sequence < all[i - 1]!.sequence);
  const looks = all.slice(Math.max(since, 0));
  const first = looks[0]!;
  const seconds = (last.at - first.at) / 1000;
  const rate = seconds > 0 ? (last.sequence - first.sequence) / seconds : 0;
  const cost = looks.reduce((sum, look) => sum + look.cost, 0) / looks.length;
  const waits = looks.map(({ frameAt, paintedAt }) => paintedAt - frameAt).filter((wait) => wait >= 0);
  return {
    pane: last.pane,
    title: last.title,
    rate,
    cost,
    share: (rate * cost) / 1000,
    late: waits.length > 0 ? Math.max(...waits) : Number.NaN,
  };
}
