/** The answer of ListObjectsV2. Keys and prefixes come percent-encoded (encoding-type=url), so no entity hides in them. */
export interface Listing {
  /** With their versions, as an object's own answer has them. */
  readonly objects: readonly { readonly key: string; readonly version: string }[];
  readonly prefixes: readonly string[];
  /** What asks for the rest; undefined when this is all. */
  readonly next: string | undefined;
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll("+", " "));

export function listingOf(xml: string): Listing {
  const isTruncated = /<IsTruncated>true<\/IsTruncated>/.test(xml);
  const token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1];
  return {
    objects: Array.from(xml.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, entry = ""]) => ({
      key: decoded(/<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? ""),
      version: unescaped(/<ETag>([^<]*)<\/ETag>/.exec(entry)?.[1] ?? ""),
    })),
    prefixes: Array.from(xml.matchAll(/<CommonPrefixes>\s*<Prefix>([^<]*)<\/Prefix>/g), ([, text]) =>
      decoded(text ?? ""),
    ),
    next: isTruncated && token !== undefined ? unescaped(token) : undefined,
  };
}

/** Tokens and versions are plain text: opaque, with the entities of XML. */
const unescaped = (text: string): string =>
  text
    .replace(/&(quot|#34);/g, '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
