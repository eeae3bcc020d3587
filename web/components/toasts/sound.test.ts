/** Of several tabs browsers let those sound that were clicked. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules(); // a test before it in the same process may have loaded the module, with a channel of its own
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** @param refused of the tries to play, in their order */
async function open(...refused: readonly boolean[]) {
  const channel: { onmessage?: (event: { data: unknown }) => void; postMessage: ReturnType<typeof vi.fn> } = {
    postMessage: vi.fn(),
  };
  vi.stubGlobal("BroadcastChannel", function BroadcastChannel() {
    return channel;
  });
  const lines = new Map<string, Promise<unknown>>();
  const request = (name: string, run: () => Promise<void>): Promise<unknown> => {
    const line = (lines.get(name) ?? Promise.resolve()).then(run);
    lines.set(name, line);
    return line;
  };
  vi.stubGlobal("navigator", { locks: { request } });
  const played: string[] = [];
  const left = [...refused];
  class Audio {
    readonly #sound: string;
    constructor(sound: string) {
      this.#sound = sound;
    }
    async play(): Promise<void> {
      if (left.shift() === true) throw new DOMException("play() failed", "NotAllowedError");
      if (this.#sound === "noise") throw new DOMException("no decoder", "NotSupportedError");
      played.push(this.#sound);
    }
  }
  vi.stubGlobal("Audio", Audio);
  const { playSound } = await import("./sound.ts");
  const hear = (data: unknown): void => channel.onmessage?.({ data });
  return { playSound, played, posted: channel.postMessage, hear };
}

it("a sound that plays is this tab's alone; one that is refused is asked of the others once", async () => {
  const { playSound, played, posted } = await open(false, true);
  await playSound("bell");
  expect(posted).not.toHaveBeenCalled();
  await playSound("bell");
  expect(played).toEqual(["bell"]);
  expect(posted).toHaveBeenCalledExactlyOnceWith({ sound: "bell", at: Date.now() });
});

it("of the tabs that are asked the first that may plays it, and no other", async () => {
  const { played, hear, posted } = await open(true, false, false);
  for (let tab = 0; tab < 3; tab++) hear({ sound: "bell", at: Date.now() });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(played).toEqual(["bell"]);
  expect(posted).not.toHaveBeenCalled();
  hear({ sound: "bell", at: Date.now() });
  await vi.advanceTimersByTimeAsync(0);
  expect(played).toHaveLength(2);
});

it("a file that is no sound is replaced by the product's own", async () => {
  const { playSound, played, posted } = await open();
  await playSound("noise");
  expect(played).toEqual([expect.stringMatching(/default-sound/)]);
  expect(posted).not.toHaveBeenCalled();
});
