import { afterEach, expect, it, vi } from "vitest";
import { MOST_BYTES, NOT_AUDIO, readSound, TOO_LARGE } from "./sound-file.ts";

/** The browser's reader, which Node does not have. */
class Reader {
  result: string | null = null;
  error: Error | null = null;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  async readAsDataURL(file: File): Promise<void> {
    if (file.name === "gone.wav") {
      this.error = new Error("gone");
      this.onerror?.();
      return;
    }
    this.result = `data:${file.type};base64,${Buffer.from(await file.arrayBuffer()).toString("base64")}`;
    this.onload?.();
  }
}

afterEach(() => vi.unstubAllGlobals());

it("an audio file becomes a data URL with its name", async () => {
  vi.stubGlobal("FileReader", Reader);
  expect(await readSound(new File(["abc"], "bell.wav", { type: "audio/wav" }))).toEqual({
    sound: "data:audio/wav;base64,YWJj",
    soundName: "bell.wav",
  });
});

it("anything else is refused in words", async () => {
  vi.stubGlobal("FileReader", Reader);
  expect(await readSound(new File(["abc"], "bell.wav.txt", { type: "text/plain" }))).toEqual({ problem: NOT_AUDIO });
  expect(await readSound(new File(["abc"], "unknown"))).toEqual({ problem: NOT_AUDIO });
  const large = new File([new Uint8Array(MOST_BYTES + 1)], "long.wav", { type: "audio/wav" });
  expect(await readSound(large)).toEqual({ problem: TOO_LARGE });
  const gone = new File(["abc"], "gone.wav", { type: "audio/wav" });
  expect(await readSound(gone)).toEqual({ problem: "The file could not be read." });
});
