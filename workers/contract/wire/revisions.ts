/**
 * Revisions of what is kept, as ETag and If-Match carry them: `"{key}:{revision}"`, several joined by '+'. A reply's tag goes
 * back as it is, also where it names more than is written.
 */

/** Counts the writes; 0 for what was never kept. */
export type Revision = number;

export function writeTag(revisions: Iterable<readonly [key: string, revision: Revision]>): string {
  return `"${[...revisions].map(([key, revision]) => `${key}:${revision}`).join("+")}"`;
}

/** @returns revisions by key. Marks that proxies add (`W/`, '-gzip') and what is no revision are passed over. */
export function readTag(tag: string): ReadonlyMap<string, Revision> {
  const pairs = tag.matchAll(/([\w-]+):(\d{1,15})(?!\d)/g);
  return new Map(Array.from(pairs, ([, key = "", revision]) => [key, Number(revision)]));
}

/** The key of a strategy: its id would make the tag of a portfolio longer than headers may be. */
export const strategyKey = (id: string): string => id.slice(0, 8);
