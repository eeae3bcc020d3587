/**
 * Calls back when the device pixel ratio changes: zoom, or a move to another monitor. The size of an element in CSS pixels
 * need not change with it.
 * @returns what ends it
 */
export function onPixelRatio(listener: () => void): () => void {
  const end = new AbortController();
  const watch = (): void => {
    // Each query matches one ratio only.
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const changed = (): void => {
      watch();
      listener();
    };
    query.addEventListener("change", changed, { once: true, signal: end.signal });
  };
  watch();
  return () => end.abort();
}
