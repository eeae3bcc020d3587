/** The browser asks, in its own words, before the page is left. @returns its end */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}
