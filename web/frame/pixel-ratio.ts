/**
 * Calls back when the device pixel ratio changes: zoom, or a move to another monitor. The size of an element in CSS pixels
 * need not change with it.
 */
export function onPixelRatio(listener: () => void, signal: AbortSignal): void {
  const changed = (): void => {
    onPixelRatio(listener, signal);
    listener();
  };
  // Each query matches one ratio only.
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", changed, { once: true, signal });
}
