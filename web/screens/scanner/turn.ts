/**
 * Of several tabs with this scan armed one tells.
 * @param taken called when it has become this one, which may be at once
 * @returns whether it is this one, and the end of it
 */
export function takeTurn(name: string, taken: () => void): { readonly isMine: () => boolean; end(): void } {
  if (navigator.locks === undefined) return { isMine: () => true, end: () => undefined };
  const ending = new AbortController();
  let isMine = false;
  const held = navigator.locks.request(`scan ${name}`, { signal: ending.signal }, () => {
    isMine = true;
    taken();
    return new Promise<void>((free) => ending.signal.addEventListener("abort", () => free()));
  });
  held.catch(() => undefined); // ended while it waited
  return { isMine: () => isMine, end: () => ending.abort() };
}
