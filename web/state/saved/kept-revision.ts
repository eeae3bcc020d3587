/**
 * Which revision of a kept strategy the legs on this page are of. Each load makes one, and the saves of its holder move it on.
 * A builder and the portfolio that hold the same strategy have two: what one of them saved, the other has not seen.
 */
import { type Revision, readTag, strategyKey, writeTag } from "#contract/wire/revisions.ts";

export interface KeptRevision {
  readonly id: string;
  /** Undefined where it is not known: a save replaces whatever is kept. */
  at: Revision | undefined;
}

const revisionIn = (id: string, tag: string | null): Revision | undefined => readTag(tag ?? "").get(strategyKey(id));
const tagIn = ({ headers }: Response): string | null => headers.get("ETag");

export const revisionOf = (id: string, reply: Response): KeptRevision => ({ id, at: revisionIn(id, tagIn(reply)) });

/** The holder's legs are kept now: the reply has their revision. One that names none says nothing of it. */
export function moveOn(kept: KeptRevision, reply: Response): void {
  kept.at = revisionIn(kept.id, tagIn(reply)) ?? kept.at;
}

/** Revisions whose legs were kept again as they were, sealed or opened, and what they became. */
const renewed = new Map<string, Revision>();

/** @param before the tag of what was kept again as it was */
export function renewRevision(id: string, before: string, reply: Response): void {
  const [from, to] = [revisionIn(id, before), revisionIn(id, tagIn(reply))];
  if (from !== undefined && to !== undefined) renewed.set(`${id}:${from}`, to);
}

function newestOf({ id, at }: KeptRevision): Revision | undefined {
  const next = renewed.get(`${id}:${at}`);
  return next === undefined ? at : newestOf({ id, at: next });
}

/** Whether a holder has what another one found to be kept. */
export const isUpToDate = (held: KeptRevision, found: KeptRevision): boolean =>
  (newestOf(held) ?? -1) >= (newestOf(found) ?? 0);

/** What a save of these says of them; nothing where no revision is known. */
export function ifMatch(kept: readonly KeptRevision[]): Readonly<Record<string, string>> {
  const known = kept.flatMap((one) => {
    const at = newestOf(one);
    return at === undefined ? [] : [[strategyKey(one.id), at] as const];
  });
  return known.length > 0 ? { "If-Match": writeTag(known) } : {};
}
