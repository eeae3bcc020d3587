/** Starts a thread from a file of ours: a `.js` beside the bundle once built, a `.ts` beside its caller in development. */
import { type ResourceLimits, Worker } from "node:worker_threads";

/**
 * @param name file name without extension.
 * @param caller the caller's import.meta.url: the bundle puts every file into one folder, so "beside" holds in both.
 */
export function startThread(
  name: string,
  caller: string,
  workerData: unknown,
  resourceLimits: ResourceLimits = {},
): Worker {
  if (!caller.endsWith(".ts")) return new Worker(new URL(`./${name}.js`, caller), { workerData, resourceLimits });
  // Node 20 runs no TypeScript, and a thread does not inherit the loader of whoever started it. Bare names resolve from the
  // working directory, which is the project's whenever it runs from source.
  const entry = new URL(`./${name}.ts`, caller).href;
  const code = `import("tsx/esm/api").then(({ register }) => { register(); return import(${JSON.stringify(entry)}); });`;
  return new Worker(code, { eval: true, workerData, resourceLimits });
}
