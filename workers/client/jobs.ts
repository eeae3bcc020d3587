/** Sends one-off work to the worker of the pool that has the least to do. */
import type { JobControl, JobDefinition, JobMessage } from "#contract/worker/job.ts";
import { typedPort } from "#contract/worker/port.ts";

export interface JobOptions<Reply = unknown> {
  /** Aborting ends the promise at once, and the work at its next report. */
  readonly signal?: AbortSignal;
  /** Called with the part that is done, 0 to 1, and with what was found by then where the work says so. */
  readonly progress?: (share: number, found: Reply | undefined) => void;
}

export interface JobsDeps {
  readonly workers: number;
  /** What a worker has to do, to be compared with another's. */
  readonly loadOf: (worker: number) => number;
  readonly open: (worker: number, id: string, input: unknown, port: MessagePort) => Promise<unknown>;
}

export type RunJob = <Input, Reply>(
  job: JobDefinition<Input, Reply>,
  input: Input,
  options?: JobOptions<Reply>,
) => Promise<Reply>;

export function createJobs({ workers, loadOf, open }: JobsDeps): RunJob {
  const running = new Array<number>(workers).fill(0);

  /** Fewest jobs, then least to do. */
  function idlest(): number {
    const order = running.map((jobs, worker) => ({ worker, jobs, load: loadOf(worker) }));
    return order.sort((a, b) => a.jobs - b.jobs || a.load - b.load)[0]?.worker ?? 0;
  }

  return async <Input, Reply>({ id }: JobDefinition<Input, Reply>, input: Input, options: JobOptions<Reply> = {}) => {
    const { signal, progress } = options;
    signal?.throwIfAborted();
    const worker = idlest();
    const channel = new MessageChannel();
    const port = typedPort<JobControl, JobMessage>(channel.port1);
    if (progress)
      port.listen(({ share, found }) => signal?.aborted !== true && progress(share, found as Reply | undefined));
    running[worker]!++;
    const work = open(worker, id, input, channel.port2).finally(() => {
      running[worker]!--;
      port.close();
    });
    if (!signal) return (await work) as Reply;
    const aborted = new Promise<never>((_, reject) => {
      const abort = (): void => {
        port.send({ type: "cancel" });
        reject(signal.reason);
      };
      signal.addEventListener("abort", abort, { once: true });
      work.catch(() => undefined).finally(() => signal.removeEventListener("abort", abort));
    });
    return (await Promise.race([work, aborted])) as Reply;
  };
}
