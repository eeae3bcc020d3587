/** If-Match and ETag of what users keep. */
import type { Context } from "hono";
import { type Revision, readTag, writeTag } from "#contract/wire/revisions.ts";
import { AppError } from "../errors.ts";
import type { HttpEnv } from "./http-env.ts";

/** Which revision each key must have for a write to go ahead; a write that names none replaces whatever there is. */
export interface Expected {
  /** undefined: whatever it is. 0: nothing may be kept yet, or nothing that the writer knew. */
  of(key: string): Revision | undefined;
}

/** Of a writer who names no revision. */
export const ANY_REVISION: Expected = { of: () => undefined };

export function expectedRevisions(http: Context<HttpEnv>): Expected {
  const tag = http.req.header("if-match");
  if (tag === undefined) return ANY_REVISION;
  const revisions = readTag(tag);
  return { of: (key) => revisions.get(key) ?? 0 };
}

export function sendRevisions(
  http: Context<HttpEnv>,
  revisions: Iterable<readonly [key: string, revision: Revision]>,
): void {
  http.header("ETag", writeTag(revisions));
}

/** A write that came too late: nothing is written, and the reply has both versions. */
export interface Stale {
  /** What is kept, as a read would give it; null where it is gone. */
  readonly theirs: string | null;
  /** What was sent. */
  readonly mine: string;
  /** Of what is kept. */
  readonly revisions: readonly (readonly [key: string, revision: Revision])[];
}

export class StaleWrite extends AppError {
  readonly stale: Stale;

  constructor(stale: Stale) {
    super("stale", undefined, { body: { versions: { theirs: stale.theirs, mine: stale.mine } } });
    this.stale = stale;
  }
}

/** Runs a write; where it is refused as stale the reply's tag is that of what is kept. */
export async function writingRevision<Result>(http: Context<HttpEnv>, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof StaleWrite) sendRevisions(http, error.stale.revisions);
    throw error;
  }
}
