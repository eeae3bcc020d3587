/** The sound of a toast, in one tab of the board: in this one, or in another where the browser refuses it here. */
const defaultSound = new URL("./default-sound.wav", import.meta.url).href;

interface Refused {
  readonly sound: string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
}
/** A tab that has not begun by then leaves it. */
const LATEST_MS = 3000;

const tabs = new BroadcastChannel("alert-sound");
tabs.onmessage = ({ data }: MessageEvent<Refused>) => void playInstead(data);

/** Browsers refuse sound before the first click on the page: then it comes from a tab that was clicked, if there is one. */
export async function playSound(sound: string | undefined): Promise<void> {
  // Without locks every tab tells of its own.
  if (!(await hasPlayed(sound)) && navigator.locks !== undefined)
    tabs.postMessage({ sound, at: Date.now() } satisfies Refused);
}

async function playInstead({ sound, at }: Refused): Promise<void> {
  await navigator.locks.request(`alert-sound ${at}`, async () => {
    // Who has played holds the lock until it is too late for the others.
    if (Date.now() - at < LATEST_MS && (await hasPlayed(sound))) await new Promise((end) => setTimeout(end, LATEST_MS));
  });
}

/** False where the browser refuses. A file of the user's own that is no sound must not leave an alert silent. */
const hasPlayed = (sound = defaultSound): Promise<boolean> =>
  new Audio(sound).play().then(
    () => true,
    ({ name }) => name === "NotSupportedError" && sound !== defaultSound && hasPlayed(),
  );
