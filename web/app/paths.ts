/** The shell's own paths, and where a visitor is sent instead of where he cannot go. */
export const LOGIN = "/login";
export const LOGOUT = "/logout";
/** For administrators; the server decides who is one. */
export const STATUS = "/status";
/** Where a login leads, and every path that is none. */
export const HOME = "/option-chain-new";

/** The path to show in place of `path`; undefined where it may be shown. */
export function redirectOf(path: string, isLoggedIn: boolean): string | undefined {
  const isLogin = path === LOGIN || path === `${LOGIN}/`; // the same to the router, which would go in circles
  if (!isLoggedIn) return isLogin ? undefined : LOGIN;
  return isLogin ? HOME : undefined;
}
