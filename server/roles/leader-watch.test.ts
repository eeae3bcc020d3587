import { expect, test } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { createManualClock } from "../testing/manual-clock.ts";
import type { Beat } from "./bus-messages.ts";
import { LeaderWatch } from "./leader-watch.ts";

const beat = (changes: Partial<Beat> = {}): Beat => ({
  term: 100,
  epoch: 101,
  contracts: 10,
  closed: 720,
  closedBefore: 719,
  lost: 0,
  down: null,
  time: { source: "sim", date: isoDate("2026-07-27"), minute: 721, rate: 1, wall: 0 },
  isClockNews: false,
  spots: {},
  ...changes,
});

const watching = (): LeaderWatch => {
  const watch = new LeaderWatch(createManualClock());
  expect(watch.hear(beat())).toBe("day-changed");
  return watch;
};

test("beats of one leader and day are well, minute after minute", () => {
  const watch = watching();
  expect(watch.hear(beat())).toBe("well");
  expect(watch.hear(beat({ closed: 721, closedBefore: 720 }))).toBe("well");
  expect(watch.hear(beat({ closed: 721, closedBefore: 720 }))).toBe("well");
});

test("another leader and another day are fetched; a deposed leader is not heard", () => {
  const watch = watching();
  expect(watch.hear(beat({ epoch: 102 }))).toBe("day-changed");
  expect(watch.hear(beat({ term: 200, epoch: 201 }))).toBe("day-changed");
  expect(watch.hear(beat({ closed: 800 }))).toBe("deposed");
  expect(watch.beat?.term).toBe(200);
});

test("a minute that nobody told of is missed", () => {
  expect(watching().hear(beat({ closed: 722, closedBefore: 721 }))).toBe("minutes-missed");
});

test("after messages were lost nothing is taken for whole: neither ticks nor the minute that closed meanwhile", () => {
  expect(watching().hear(beat({ lost: 3 }))).toBe("doubtful");
  expect(watching().hear(beat({ lost: 3, closed: 721, closedBefore: 720 }))).toBe("minutes-missed");
  const watch = watching();
  watch.doubt();
  expect(watch.hear(beat())).toBe("doubtful");
  expect(watch.hear(beat())).toBe("well");
  watch.doubt();
  expect(watch.hear(beat({ closed: 721, closedBefore: 720 }))).toBe("minutes-missed");
});

test("the clock goes on between beats, and stands when the leader has been silent for long", () => {
  const clock = createManualClock();
  const watch = new LeaderWatch(clock);
  expect([watch.time(), watch.isSilent]).toEqual([undefined, true]);
  watch.hear(beat());
  clock.advance(1500);
  expect([watch.time()?.minute, watch.isSilent]).toEqual([721.025, false]);
  clock.advance(60_000);
  expect([watch.time()?.minute, watch.isSilent]).toEqual([721.05, true]);
});
