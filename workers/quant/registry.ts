/**
 * Every derivation with its definition, every job, and every watch, of screens and of the parts of the board that subscribe as screens do. This is the
 * one file of the workers that reaches into web: adding a folder adds one. Each is a chunk of its own, which a worker loads
 * when it is asked for.
 */
import type { Derivation } from "#contract/worker/derivation.ts";
import type { JobWork } from "#contract/worker/job.ts";
import type { PaneDefinition } from "#contract/worker/screen.ts";
import { seriesWatchId } from "#contract/worker/series-alerts.ts";
import type { WatchWork } from "#contract/worker/watch.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { JobRegistry, RegisteredScreen, ScreenRegistry, WatchRegistry } from "./registered.ts";

type Loader<Module> = () => Promise<Module>;
type ScreenModule = { readonly screen: PaneDefinition<unknown, unknown> };
type PaneModule = { readonly pane: PaneDefinition<unknown, unknown> };
type DerivationModule = { readonly derivation: Derivation<unknown, unknown, Kernel, unknown> };

const folderOf = (path: string): string => path.split("/").at(-2) ?? "";

/** @throws Error on a definition without a derivation, or a derivation without a definition. */
export function createRegistry(
  definitions: ReadonlyMap<string, Loader<PaneDefinition<unknown, unknown>>>,
  derivations: Readonly<Record<string, Loader<DerivationModule>>>,
): ScreenRegistry {
  const registry = new Map<string, () => Promise<RegisteredScreen>>();
  for (const [path, loadDerivation] of Object.entries(derivations)) {
    const id = folderOf(path);
    const loadDefinition = definitions.get(id);
    if (!loadDefinition) throw new Error(`derivation ${id} has no screen`);
    registry.set(id, async () => {
      const [screen, { derivation }] = await Promise.all([loadDefinition(), loadDerivation()]);
      return { screen, derivation };
    });
  }
  for (const id of definitions.keys()) if (!registry.has(id)) throw new Error(`screen ${id} has no derivation`);
  return registry;
}

const jobs = import.meta.glob<{ readonly job: JobWork<unknown, unknown, Kernel> }>("../../web/screens/*/job.ts");

export const jobRegistry: JobRegistry = new Map(
  Object.entries(jobs).map(([path, load]) => [folderOf(path), async () => (await load()).job]),
);

const watches = import.meta.glob<{ readonly watch: WatchWork<unknown, unknown, Kernel, unknown> }>(
  "../../web/screens/*/watch.ts",
);

const screens = {
  ...import.meta.glob<ScreenModule>(["../../web/screens/*/screen.ts", "!../../web/screens/_*/screen.ts"]),
  ...(import.meta.env.DEV ? import.meta.glob<ScreenModule>("../../web/screens/_*/screen.ts") : {}),
};
const panes = import.meta.glob<PaneModule>("../../web/components/*/pane.ts");
const derivations = {
  ...import.meta.glob<DerivationModule>([
    "../../web/screens/*/derive.ts",
    "../../web/components/*/derive.ts",
    "!../../web/screens/_*/derive.ts",
  ]),
  ...(import.meta.env.DEV ? import.meta.glob<DerivationModule>("../../web/screens/_*/derive.ts") : {}),
};

const definitions = new Map<string, Loader<PaneDefinition<unknown, unknown>>>();
for (const [path, load] of Object.entries(screens)) definitions.set(folderOf(path), async () => (await load()).screen);
for (const [path, load] of Object.entries(panes)) definitions.set(folderOf(path), async () => (await load()).pane);

export const screenRegistry: ScreenRegistry = createRegistry(definitions, derivations);

/** Watches of their own, and for each screen the watch of its lines. */
export const watchRegistry: WatchRegistry = new Map([
  ...Object.entries(watches).map(([path, load]) => [folderOf(path), async () => (await load()).watch] as const),
  ...[...screenRegistry].map(([id, load]) => {
    const make = async () => {
      const [screen, { createSeriesWatch }] = await Promise.all([load(), import("./series-watch.ts")]);
      return createSeriesWatch(screen) as WatchWork<unknown, unknown, Kernel, unknown>;
    };
    return [seriesWatchId(id), make] as const;
  }),
]);
