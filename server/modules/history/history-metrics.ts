/** What the history counts, on the server's one registry. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

export interface HistoryMetrics {
  readonly jobSeconds: Histogram<"job">;
  readonly jobsWaiting: Gauge;
  readonly jobsRefused: Counter;
  readonly cacheBytes: Gauge;
  readonly cacheLookups: Counter<"outcome">;
}

export function createHistoryMetrics(registry: Registry): HistoryMetrics {
  const registers = [registry];
  return {
    jobSeconds: new Histogram({
      name: "history_job_seconds",
      help: "Seconds of work of the history thread, by job",
      labelNames: ["job"],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    jobsWaiting: new Gauge({ name: "history_jobs_waiting", help: "Jobs that wait for the history thread", registers }),
    jobsRefused: new Counter({
      name: "history_jobs_refused_total",
      help: "Jobs refused because too many were waiting",
      registers,
    }),
    cacheBytes: new Gauge({ name: "history_cache_bytes", help: "Bytes of past rooms kept in memory", registers }),
    cacheLookups: new Counter({
      name: "history_cache_lookups_total",
      help: "Past rooms looked for in memory: hit or miss",
      labelNames: ["outcome"],
      registers,
    }),
  };
}
