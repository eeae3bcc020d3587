/** The operator's view of a running server: one call, for administrators. */
import type { Registry } from "prom-client";
import { type OperatorStatus, operatorStatus, type SegmentHealth } from "#contract/wire/http/operator.ts";
import type { Archive } from "../../market/archive/archive.ts";
import type { MarketView } from "../../market/market-view.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { askProbe, type Probe } from "../../platform/probe.ts";
import { type Readings, takeReadings } from "./readings.ts";

export interface OperatorDeps {
  readonly role: string;
  readonly market: Pick<MarketView, "day" | "time">;
  /** The feed's health by segment; empty where this process reads no feed. */
  readonly segments: () => readonly SegmentHealth[];
  readonly archive: Pick<Archive, "days">;
  readonly probes: readonly Probe[];
  readonly registry: Registry;
  readonly clock: WallClock;
}

/** Manifests are read from the store: not for everybody who looks. */
const ARCHIVE_AGE_MS = 30_000;

export const operatorModule =
  (deps: OperatorDeps) =>
  (bind: Bind): void => {
    const archive = archiveFacts(deps);
    bind(operatorStatus, async () => {
      const [checks, kept, readings] = await Promise.all([
        Promise.all(deps.probes.map(checkOf)),
        archive(),
        takeReadings(deps.registry),
      ]);
      const { source, date, minute, rate } = deps.market.time();
      return {
        data: {
          process: processFacts(deps.role, readings),
          exchange: { source, date, minute, rate },
          checks,
          segments: [...deps.segments()],
          market: marketFacts(deps.market),
          clients: {
            sockets: readings.by("sockets_connected", "path"),
            joined: readings.total("rooms_joined"),
            lagging: readings.total("rooms_lagging"),
            refused: readings.total("socket_refusals_total"),
          },
          frames: frameFacts(readings),
          journal: {
            minutes: readings.total("journal_append_seconds_count"),
            bytes: readings.total("journal_bytes_total"),
            seconds: readings.total("journal_append_seconds_sum"),
          },
          archive: kept,
        },
      };
    });
  };

async function checkOf(probe: Probe): Promise<OperatorStatus["checks"][number]> {
  const { ok, detail = "" } = await askProbe(probe);
  return { name: probe.name, ok, detail };
}

const processFacts = (role: string, readings: Readings): OperatorStatus["process"] => ({
  role,
  uptimeSeconds: process.uptime(),
  rssBytes: readings.total("process_resident_memory_bytes"),
  cpuSeconds: readings.total("process_cpu_seconds_total"),
  loopLagMs: readings.total("nodejs_eventloop_lag_p99_seconds") * 1000,
});

function marketFacts({ day }: OperatorDeps["market"]): OperatorStatus["market"] {
  let instruments = 0;
  for (const { day: room } of day?.rooms.values() ?? []) instruments += room.tokens.length;
  return { rooms: day?.rooms.size ?? 0, instruments };
}

function frameFacts(readings: Readings): OperatorStatus["frames"] {
  const encoded = readings.by("frames_encoded_total", "kind");
  const bytes = readings.by("frame_bytes_total", "kind");
  const delivered = readings.by("frames_delivered_total", "kind");
  const kinds = new Set([...Object.keys(encoded), ...Object.keys(delivered)]);
  return Object.fromEntries(
    Array.from(kinds, (kind) => [
      kind,
      { encoded: encoded[kind] ?? 0, bytes: bytes[kind] ?? 0, delivered: delivered[kind] ?? 0 },
    ]),
  );
}

/** What the archive holds, as it was at most half a minute ago. */
function archiveFacts({ archive, clock }: OperatorDeps): () => Promise<OperatorStatus["archive"]> {
  let known: { readonly at: number; readonly facts: Promise<OperatorStatus["archive"]> } | undefined;
  const read = async (): Promise<OperatorStatus["archive"]> => {
    const days = await archive.days();
    return { days: days.length, oldest: days[0]?.date ?? null, newest: days.at(-1)?.date ?? null };
  };
  return () => {
    const at = clock.now();
    if (known === undefined || at - known.at > ARCHIVE_AGE_MS) {
      const facts = read();
      known = { at, facts };
      facts.catch(() => {
        known = undefined;
      });
    }
    return known.facts;
  };
}
