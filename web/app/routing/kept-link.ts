/**
 * Where a login leads, kept in its tab until somebody is in: to a link that was opened before it, whose fragment reaches no
 * server; or, where another tab logs in, to the page that this one stood on.
 */

const KEY = "linkBeforeLogin";

export interface KeptLink {
  readonly path: string;
  /** Without '#'. */
  readonly hash: string;
}

export function keepLink({ path, hash }: KeptLink): void {
  try {
    sessionStorage.setItem(KEY, `${path}#${hash}`);
  } catch {
    // Storage is switched off: the link is to be opened once more.
  }
}

/** Keeps a page, unless a link waits. */
export function keepPage(path: string): void {
  const kept = takeLink();
  keepLink(kept && kept.hash !== "" ? kept : { path, hash: "" });
}

/** Forgets it. @returns undefined where none is kept */
export function takeLink(): KeptLink | undefined {
  try {
    const [path = "", hash = ""] = sessionStorage.getItem(KEY)?.split("#") ?? [];
    sessionStorage.removeItem(KEY);
    return path === "" ? undefined : { path, hash };
  } catch {
    return undefined;
  }
}

/** The user has gone on, or logs in here and begins where a login leads: only a link is kept. */
export function forgetPage(): void {
  const kept = takeLink();
  if (kept && kept.hash !== "") keepLink(kept);
}
