/** What stands in the fragment of a link: a value as deflated JSON in base64url. It may come from anybody. */

/** Characters of the text. */
export const LONGEST_LINK = 8192;
/** Bytes of JSON; a short link may unfold to much more. */
const LARGEST = 128 * 1024;

export async function foldLink(value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @returns undefined for what is too long, no base64, no deflated UTF-8 or no JSON */
export async function unfoldLink(text: string): Promise<unknown> {
  if (text.length > LONGEST_LINK) return undefined;
  try {
    return JSON.parse(await unfold(text));
  } catch {
    return undefined;
  }
}

/** @throws Error where it is no deflated UTF-8, or more than a link may hold */
async function unfold(text: string): Promise<string> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let unfolded = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return unfolded + decoder.decode();
    unfolded += decoder.decode(value, { stream: true });
    if (unfolded.length > LARGEST) {
      await reader.cancel();
      throw new RangeError("the link holds too much");
    }
  }
}
