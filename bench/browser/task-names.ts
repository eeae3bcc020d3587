/** Names tasks by the functions that ran in them, out of the sampling profile that a trace carries. */
import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import type { TaskEvent, ThreadEvents, TraceEvent } from "./trace-events.ts";

/** Categories of a trace that hold the profile. */
export const PROFILER = ["disabled-by-default-v8.cpu_profiler"];

export interface NamedTask {
  /** Milliseconds of CPU. */
  readonly ms: number;
  /** The functions that took most of it, the largest first. */
  readonly by: readonly string[];
}

interface CallFrame {
  readonly functionName: string;
  readonly url?: string;
  /** Both from 0. */
  readonly lineNumber?: number;
  readonly columnNumber?: number;
}

interface ProfileNode {
  readonly id: number;
  readonly parent?: number;
  readonly callFrame: CallFrame;
}

interface ProfileChunk {
  readonly startTime?: number;
  readonly cpuProfile?: { readonly nodes?: readonly ProfileNode[]; readonly samples?: readonly number[] };
  readonly timeDeltas?: readonly number[];
}

interface Sample {
  /** Microseconds of the trace's clock. */
  readonly ts: number;
  readonly node: number;
}

/** A build of the page, its source maps beside its chunks, and the address that serves it. */
export interface Build {
  readonly origin: string;
  readonly folder: string;
}

const NAMES = 3;

export function nameTasks(
  events: readonly TraceEvent[],
  thread: ThreadEvents,
  tasks: readonly TaskEvent[],
  build: Build,
): readonly NamedTask[] {
  const profile = profileOf(events, thread);
  const place = createPlaces(build);
  return tasks
    .toSorted((a, b) => b.us - a.us)
    .map(({ ts, dur, us }) => {
      const samples = profile.samples.filter((sample) => sample.ts >= ts && sample.ts <= ts + dur);
      const counts = new Map<string, number>();
      for (const { node } of samples) {
        const name = nameOf(profile.nodes, node, place);
        if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      const largest = [...counts].sort((a, b) => b[1] - a[1]).slice(0, NAMES);
      const share = (count: number): string => `${Math.round((count / samples.length) * 100)} %`;
      return { ms: us / 1000, by: largest.map(([name, count]) => `${name} ${share(count)}`) };
    });
}

/** The profile of one thread: its pieces come as events that bear its id, in order. */
function profileOf(events: readonly TraceEvent[], { pid, tid }: ThreadEvents) {
  const start = events.find((event) => event.name === "Profile" && event.pid === pid && event.tid === tid);
  const nodes = new Map<number, ProfileNode>();
  const samples: Sample[] = [];
  const chunkOf = (event: TraceEvent | undefined): ProfileChunk => (event?.args?.data ?? {}) as ProfileChunk;
  const chunks = events.filter(
    ({ name, ...event }) => name === "ProfileChunk" && event.pid === pid && event.id === start?.id,
  );
  let ts = chunkOf(start).startTime ?? Number.NaN;
  for (const chunk of chunks.toSorted((a, b) => a.ts - b.ts)) {
    const { cpuProfile, timeDeltas = [] } = chunkOf(chunk);
    for (const node of cpuProfile?.nodes ?? []) nodes.set(node.id, node);
    for (const [i, node] of (cpuProfile?.samples ?? []).entries()) {
      ts += timeDeltas[i] ?? 0;
      samples.push({ ts, node });
    }
  }
  return { nodes, samples };
}

type Place = (frame: CallFrame) => string | undefined;

/** The innermost function of the product on the stack; without one, what the engine was doing. */
function nameOf(nodes: ReadonlyMap<number, ProfileNode>, leaf: number, place: Place): string | undefined {
  for (let node = nodes.get(leaf); node; node = node.parent === undefined ? undefined : nodes.get(node.parent)) {
    const where = place(node.callFrame);
    if (where !== undefined) return where;
  }
  const { functionName = "" } = nodes.get(leaf)?.callFrame ?? {};
  return functionName === "(idle)" || functionName === "(root)" ? undefined : functionName;
}

/** Where a function of the built page stands in the sources. */
function createPlaces({ origin, folder }: Build): Place {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (url: string): SourceMap | undefined => {
    if (!maps.has(url))
      maps.set(url, url.startsWith(origin) ? readMap(path.join(folder, new URL(url).pathname)) : undefined);
    return maps.get(url);
  };
  return ({ functionName, url = "", lineNumber = 0, columnNumber = 0 }) => {
    const entry = mapOf(url)?.findEntry(lineNumber, columnNumber);
    if (!entry || !("originalSource" in entry)) return undefined;
    const source = entry.originalSource.replace(/^(?:\.\.\/)+/, "");
    if (source.includes("node_modules/")) return undefined;
    const name = "name" in entry && typeof entry.name === "string" ? entry.name : functionName;
    return `${name} (${source}:${entry.originalLine + 1})`;
  };
}

/** Code of the bundler alone has no map. */
function readMap(chunk: string): SourceMap | undefined {
  const file = `${chunk}.map`;
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}
