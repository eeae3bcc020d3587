/** The answer of ListObjectsV2. Keys and prefixes come percent-encoded (encoding-type=url), so no entity hides in them. */
export interface Listing {
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
  /** What asks for the rest; undefined when this is all. */
  readonly next: string | undefined;
}

const decoded = (text: string): string => decodeURIComponent(text.replaceAll("+", " "));

export function listingOf(xml: string): Listing {
  const all = (pattern: RegExp): string[] => Array.from(xml.matchAll(pattern), ([, text]) => decoded(text ?? ""));
  const isTruncated = /<IsTruncated>true<\/IsTruncated>/.test(xml);
  const token = /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/.exec(xml)?.[1];
  return {
    keys: all(/<Key>([^<]*)<\/Key>/g),
    prefixes: all(/<CommonPrefixes>\s*<Prefix>([^<]*)<\/Prefix>/g),
    next: isTruncated && token !== undefined ? unescaped(token) : undefined,
  };
}

/** The token alone is plain text: opaque, with the entities of XML. */
const unescaped = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
