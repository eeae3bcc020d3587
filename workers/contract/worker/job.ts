/**
 * One-off work for an idle worker: an analysis, a scan, a payoff. A job is `job.ts` in a screen's folder, loaded when it is
 * asked for; its name and types are what `defineJob` returns, in a file that the view may import.
 */
export interface JobDefinition<Input, Reply> {
  /** The folder's name. */
  readonly id: string;
  /** Only the types are there: they tie the caller to the work. */
  readonly types?: readonly [Input, Reply];
}

export const defineJob = <Input, Reply>(id: string): JobDefinition<Input, Reply> => ({ id });

export interface JobRun<Kernel> {
  readonly kernel: Kernel;
  /**
   * Reports how much is done, 0 to 1, and lets what waits in the worker have its turn: ticks, and the message that cancels.
   * Long work awaits it every few milliseconds. @throws JobCancelled
   * @param found what is known so far, for whoever waits: it is kept where the work is cancelled
   */
  progress(share: number, found?: unknown): Promise<void>;
}

export interface JobWork<Input, Reply, Kernel> {
  readonly id: string;
  run(input: Input, run: JobRun<Kernel>): Reply | Promise<Reply>;
}

/** Ties the work to its definition. */
export const implementJob = <Input, Reply, Kernel>(
  { id }: JobDefinition<Input, Reply>,
  run: JobWork<Input, Reply, Kernel>["run"],
): JobWork<Input, Reply, Kernel> => ({ id, run });

export class JobCancelled extends Error {
  override readonly name = "JobCancelled";
}

/** Main thread to worker, over the job's port. */
export type JobControl = { readonly type: "cancel" };
/** Worker to main thread. */
export type JobMessage = { readonly type: "progress"; readonly share: number; readonly found?: unknown };
