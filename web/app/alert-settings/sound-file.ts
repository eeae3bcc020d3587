/** The user's own alert sound: a file read into a data URL, so that it can be kept with the settings. */

/** Bytes: a data URL takes a third more, and the browser keeps some five million characters for everything. */
export const MOST_BYTES = 1_000_000;
export const NOT_AUDIO = "Please select a valid audio file.";
export const TOO_LARGE = "Please select an audio file of at most 1 MB.";
const UNREADABLE = "The file could not be read.";

export type SoundFile =
  | { readonly sound: string; readonly soundName: string }
  /** What the page says instead. */
  | { readonly problem: string };

/** Never rejects. */
export async function readSound(file: File): Promise<SoundFile> {
  if (!file.type.startsWith("audio/")) return { problem: NOT_AUDIO };
  if (file.size > MOST_BYTES) return { problem: TOO_LARGE };
  try {
    return { sound: await dataUrl(file), soundName: file.name };
  } catch {
    return { problem: UNREADABLE };
  }
}

function dataUrl(file: File): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
}
