/** A link that was opened before the login, kept in its tab until somebody is in. The fragment reaches no server. */

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

/** Forgets it. @returns undefined where none is kept */
export function takeLink(): KeptLink | undefined {
  try {
    const [path = "", hash = ""] = sessionStorage.getItem(KEY)?.split("#") ?? [];
    sessionStorage.removeItem(KEY);
    return path === "" || hash === "" ? undefined : { path, hash };
  } catch {
    return undefined;
  }
}

/** The screen that the page showed or was asked for last, while it stands: there it goes on where another tab logs in again. */
export const left: { path?: string | undefined } = {};
