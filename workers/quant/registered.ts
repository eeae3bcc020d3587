/** Screens, jobs and watches as a pool worker runs them; what is inside their types is their own business. */
import type { Derivation } from "#contract/worker/derivation.ts";
import type { JobWork } from "#contract/worker/job.ts";
import type { PaneDefinition } from "#contract/worker/screen.ts";
import type { WatchWork } from "#contract/worker/watch.ts";
import type { Kernel } from "#kernel/kernel.ts";

export interface RegisteredScreen {
  readonly screen: PaneDefinition<unknown, unknown>;
  readonly derivation: Derivation<unknown, unknown, Kernel, unknown>;
}

/** By id, which is the folder's name: what loads it, once however often it is called. */
export type Registry<Registered> = ReadonlyMap<string, () => Promise<Registered>>;
export type ScreenRegistry = Registry<RegisteredScreen>;
export type JobRegistry = Registry<JobWork<unknown, unknown, Kernel>>;
export type WatchRegistry = Registry<WatchWork<unknown, unknown, Kernel, unknown>>;
