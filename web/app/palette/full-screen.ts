/** The whole page fills the monitor, or no longer does. A browser that refuses leaves it as it is. */
export function toggleFullScreen(): void {
  const change = document.fullscreenElement
    ? document.exitFullscreen()
    : (document.documentElement.requestFullscreen?.({ navigationUI: "hide" }) ?? Promise.resolve());
  change.catch((error: unknown) => console.warn("full screen:", error));
}
