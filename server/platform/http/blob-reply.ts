/**
 * Replies with bytes that have a checksum: sent compressed as the client likes, and not at all to one that has them.
 * A client that names no encoding gets the bytes as they are.
 */
import type { Context } from "hono";

export type ContentEncoding = "br" | "gzip" | "identity";

export interface ReplyBlob {
  /** Hex SHA-256 of the uncompressed bytes: the ETag. */
  readonly checksum: string;
  compressed(encoding: ContentEncoding): Promise<Uint8Array>;
}

export interface BlobReplyOptions {
  readonly mediaType: string;
  /** What this address means will never change. */
  readonly isFinal: boolean;
}

/** Whether the request names the media type. */
export const accepts = (http: Context, mediaType: string): boolean =>
  (http.req.header("accept") ?? "").includes(mediaType);

const A_YEAR = "max-age=31536000";

/** The bytes, or 304 when the client has them: then they are not asked for. */
export async function blobReply(http: Context, blob: ReplyBlob, options: BlobReplyOptions): Promise<Response> {
  const etag = `"${blob.checksum}"`;
  const headers = {
    ETag: etag,
    Vary: "Accept, Accept-Encoding",
    "Cache-Control": options.isFinal ? `private, ${A_YEAR}, immutable` : "private, no-cache",
  };
  if (hasTag(http.req.header("if-none-match"), etag)) return http.body(null, 304, headers);
  const encoding = chooseEncoding(http.req.header("accept-encoding"));
  const bytes = await blob.compressed(encoding);
  return http.body(new Uint8Array(bytes), 200, {
    ...headers,
    "Content-Type": options.mediaType,
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  });
}

/** Weak comparison, as If-None-Match asks for: proxies that recompress mark a tag as weak. */
const hasTag = (header: string | undefined, etag: string): boolean =>
  header?.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag) ?? false;

/** The best encoding that the request accepts; a weight of 0 refuses one. */
export function chooseEncoding(acceptEncoding: string | undefined): ContentEncoding {
  const accepted = new Set(
    (acceptEncoding ?? "")
      .toLowerCase()
      .split(",")
      .map((item) => item.trim())
      .filter((item) => !/;\s*q=0(\.0*)?$/.test(item))
      .map((item) => item.replace(/\s*;.*$/, "")),
  );
  if (accepted.has("br")) return "br";
  return accepted.has("gzip") ? "gzip" : "identity";
}
