/** One signed request for an object of the bucket, and what came of it. */
export interface S3Answer {
  readonly status: number;
  readonly version: string | undefined;
  /** Of the object and of the answer, ms since 1970 by the service's clock. */
  readonly lastModified: number;
  readonly date: number;
  readonly bytes: Buffer;
}

export type S3Call = (
  method: "GET" | "HEAD" | "PUT" | "DELETE",
  key: string,
  options?: { readonly body?: Uint8Array; readonly headers?: Readonly<Record<string, string>> },
) => Promise<S3Answer>;

/** Headers of a write that replaces this version and no other; undefined: only where there is none. */
export const conditionOf = (replaces: string | undefined): Record<string, string> =>
  replaces === undefined ? { "if-none-match": "*" } : { "if-match": replaces };
