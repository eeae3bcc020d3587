/** Chunks of the page while the server cannot be reached. Without React: the first module stands on it. */

const RETRY_MS = 2000;

const failed: Element[] = [];

/**
 * Hears of style sheets and preloads that could not be had. The bundler asks for each once: its part would stand there
 * without.
 */
export function noteFailure({ target }: Event): void {
  if (target instanceof HTMLLinkElement) failed.push(target);
}

/** Of a page whose chunk did not come because the server is away, in words for the user. */
export const AWAY = new Error("The connection is away. Reload when it is back.");

/** @throws what no outage is the reason of. */
export async function throughOutages<Module>(load: () => Promise<Module>): Promise<Module> {
  let ask = load;
  for (let isServed = false; ; ) {
    try {
      return await ask();
    } catch (why) {
      // Each browser's words for a module that cannot be had; the bundler's for a style sheet.
      if (isServed || !/module|CSS/.test(why as string)) throw why;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      isServed = await isServing();
      if (isServed) for (const link of failed.splice(0)) link.replaceWith(link.cloneNode());
      // Chromium keeps by its address that a module could not be had, and asks for it no more.
      const [address] = /http\S+js/.exec(why as string) ?? [];
      if (address) ask = () => import(/* @vite-ignore */ `${address}?${performance.now()}`);
    }
  }
}

/** Whether the server answers at all. */
export const isServing = (): Promise<boolean> =>
  fetch("/", { method: "HEAD" }).then(
    ({ ok }) => ok,
    () => false,
  );
