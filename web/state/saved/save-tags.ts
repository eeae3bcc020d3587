/**
 * Revision tags of what this browser holds of the account, by key. They are kept beside what was loaded, in storage: tabs
 * share both, and a change that waits for the next visit still names the revision that it was made on.
 */
import { isRecord, readItem } from "./storage.ts";

const KEY = "revisions";

interface Tags {
  readonly user: string;
  readonly tags: Readonly<Record<string, unknown>>;
}

/** What storage did not take, because it is full or switched off: it lives as long as the page, and what is stored is older. */
let own: Tags | undefined;

/** Another user's count for nothing. */
function tagsOf(user: string): Tags["tags"] {
  let stored: unknown = own;
  try {
    stored ??= JSON.parse(readItem(KEY) ?? "null");
  } catch {
    // damaged: as if nothing had been loaded
  }
  return isRecord(stored) && stored["user"] === user && isRecord(stored["tags"]) ? stored["tags"] : {};
}

/** @returns undefined where nothing was loaded */
export function tagOf(user: string, key: string): string | undefined {
  const tag = tagsOf(user)[key];
  return typeof tag === "string" ? tag : undefined;
}

export function keepTag(user: string, key: string, tag: string): void {
  const tags = { user, tags: { ...tagsOf(user), [key]: tag } };
  try {
    localStorage.setItem(KEY, JSON.stringify(tags));
    own = undefined;
  } catch {
    own = tags;
  }
}
