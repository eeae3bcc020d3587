/** Runs one-off work beside the derivations. */
import { JobCancelled, type JobControl, type JobMessage, type JobWork } from "#contract/worker/job.ts";
import type { TypedPort } from "#contract/worker/port.ts";
import type { Kernel } from "#kernel/kernel.ts";

/** @throws JobCancelled, and whatever the work throws */
export async function runJob(
  { run }: JobWork<unknown, unknown, Kernel>,
  input: unknown,
  kernel: Kernel,
  port: TypedPort<JobMessage, JobControl>,
): Promise<unknown> {
  let isCancelled = false;
  port.listen(() => {
    isCancelled = true;
  });
  try {
    return await run(input, {
      kernel,
      async progress(share, found) {
        port.send({ type: "progress", share, ...(found !== undefined && { found }) });
        await new Promise((done) => setTimeout(done));
        if (isCancelled) throw new JobCancelled();
      },
    });
  } finally {
    port.close();
  }
}
