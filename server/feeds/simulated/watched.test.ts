/** The watch on every feed accuses the simulated exchange of nothing, at any hour and across days. */
import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { epochMs, isoDate, minute } from "#contract/domain/units.ts";
import { silentLog } from "../../platform/log.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import { SinkRecorder } from "../../testing/suites/feed-suite.ts";
import { simulatedSubject } from "../../testing/suites/simulated-subject.ts";
import { watchFeed } from "../feed-watch.ts";

const LIVE = ["NSE live", "currency live", "indices live"];

it.each([
  ["before the open, at sixty times its pace", 540, 75, LIVE],
  ["into the closing auction, while which indices stand still", 914, 90, [...LIVE.slice(0, 2), "indices closed"]],
  ["past the close, and into the next day", 939, 165, LIVE],
])("%s", async (_, from, seconds, expected) => {
  const clock = createManualClock(epochMs(Date.parse("2026-11-20T05:00:00Z")));
  const registry = new Registry();
  const { feed, advance } = simulatedSubject(clock, {
    seed: 7,
    symbols: ["FINNIFTY", "USDINR"],
    start: { date: isoDate("2026-11-20"), minute: minute(from) },
  });
  const watched = watchFeed(feed, { clock, log: silentLog, registry, silenceMs: 20_000 });
  const sink = new SinkRecorder();
  await watched.start(sink);
  for (let second = 0; second < seconds; second++) await advance(1000);
  expect(sink.faults).toEqual([]);
  expect((await registry.getSingleMetric("feed_faults_total")?.get())?.values).toEqual([]);
  expect(watched.ages().map(({ segment, state }) => `${segment} ${state}`)).toEqual(expected);
  await watched.stop();
});
