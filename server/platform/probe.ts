/** One thing that has to be well for the server to be ready, as `/readyz` asks it. */
export interface ProbeResult {
  readonly ok: boolean;
  /** A few words for the operator: an age, a count, what is wrong. No secrets: anyone may read it. */
  readonly detail?: string;
}

export interface Probe {
  /** One word: 'database', 'feed'. */
  readonly name: string;
  check(): ProbeResult | Promise<ProbeResult>;
}

/** A probe that throws has failed. */
export async function askProbe(probe: Probe): Promise<ProbeResult> {
  try {
    return await probe.check();
  } catch {
    return { ok: false, detail: "the check failed" };
  }
}
