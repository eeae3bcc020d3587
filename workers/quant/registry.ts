/**
 * Every derivation, which brings its definition, every job and every watch, of screens and of the parts of the board that
 * subscribe as screens do. This is the one file of the workers that reaches into web: adding a folder adds one. Each is a
 * chunk of its own, which a worker loads when it is asked for.
 */
import type { Derivation } from "#contract/worker/derivation.ts";
import type { JobWork } from "#contract/worker/job.ts";
import { seriesWatchId } from "#contract/worker/series-alerts.ts";
import type { WatchWork } from "#contract/worker/watch.ts";
import type { Kernel } from "#kernel/kernel.ts";
import type { JobRegistry, RegisteredScreen, ScreenRegistry, WatchRegistry } from "./registered.ts";

type Loader<Module> = () => Promise<Module>;
type DerivationModule = { readonly derivation: Derivation<unknown, unknown, Kernel, unknown> };

const folderOf = (path: string): string => path.split("/").at(-2) ?? "";

/** @param derivations by path; the folder's name is the id. */
export const createRegistry = (derivations: Readonly<Record<string, Loader<DerivationModule>>>): ScreenRegistry =>
  new Map(
    Object.entries(derivations).map(([path, load]) => {
      const loadScreen = async (): Promise<RegisteredScreen> => {
        const { derivation } = await load();
        return { screen: derivation.screen, derivation };
      };
      return [folderOf(path), loadScreen];
    }),
  );

const jobs = import.meta.glob<{ readonly job: JobWork<unknown, unknown, Kernel> }>("../../web/screens/*/job.ts");

export const jobRegistry: JobRegistry = new Map(
  Object.entries(jobs).map(([path, load]) => [folderOf(path), async () => (await load()).job]),
);

const watches = import.meta.glob<{ readonly watch: WatchWork<unknown, unknown, Kernel, unknown> }>(
  "../../web/screens/*/watch.ts",
);

const derivations = {
  ...import.meta.glob<DerivationModule>([
    "../../web/screens/*/derive.ts",
    "../../web/components/*/derive.ts",
    "!../../web/screens/_*/derive.ts",
  ]),
  ...(import.meta.env.DEV ? import.meta.glob<DerivationModule>("../../web/screens/_*/derive.ts") : {}),
};

export const screenRegistry: ScreenRegistry = createRegistry(derivations);

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
