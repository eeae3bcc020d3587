/**
 * The archive's bytes as objects of an S3-compatible bucket. It needs conditional writes (If-None-Match, If-Match: AWS, R2,
 * MinIO, Ceph have them): a manifest is only replaced by who has seen the one before, whatever becomes of the lock.
 */
import { AwsClient } from "aws4fetch";
import type { WallClock } from "../../../platform/clocks.ts";
import type { BucketSettings } from "../../../platform/env/archive.ts";
import { oneLine } from "../../../platform/start-error.ts";
import { ArchiveError } from "../archive-error.ts";
import { ConflictError, type ObjectStore, type StoredObject } from "../object-store.ts";
import { conditionOf, type S3Answer, type S3Call } from "./s3-call.ts";
import { takeLease } from "./s3-lease.ts";
import { listingOf } from "./s3-listing.ts";

/** One request and its retries, not counting a body that takes long to arrive. */
const TIMEOUT_MS = 30_000;
/** With waits that double from 50 ms: some seconds in all. */
const RETRIES = 5;

export function createS3Store(options: BucketSettings, clock: WallClock): ObjectStore {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: RETRIES });
  const place = `s3://${[bucket, prefix].filter(Boolean).join("/")}`;
  const base = endpoint === undefined ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint}/${bucket}`;
  const full = (key: string): string => (prefix === "" ? key : `${prefix}/${key}`);
  const nameOf = (key: string): string => `${place}/${key}`;

  async function request(method: string, path: string, what: string, init: RequestInit): Promise<S3Answer> {
    const datetime = new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, "");
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await client.fetch(base + path, { ...init, method, signal, aws: { datetime } });
      const { status, headers } = response;
      const bytes = Buffer.from(await response.arrayBuffer());
      if (status >= 400 && ![404, 409, 412, 416].includes(status)) throw new Error(refusal(status, bytes));
      const timeOf = (name: string): number => Date.parse(headers.get(name) ?? "");
      const version = headers.get("etag") ?? undefined;
      return { status, version, lastModified: timeOf("last-modified"), date: timeOf("date"), bytes };
    } catch (error) {
      throw new ArchiveError(
        `Cannot ${method === "GET" || method === "HEAD" ? "read" : "write"} ${what}: ${oneLine(error)}`,
        {
          cause: error,
        },
      );
    }
  }

  const call: S3Call = (method, key, { body, headers } = {}) =>
    request(method, `/${full(key).split("/").map(encodeURIComponent).join("/")}`, nameOf(key), {
      ...(headers && { headers }),
      ...(body && { body: new Uint8Array(body) }),
    });

  /** What lies directly in a folder. */
  async function list(folder: string): Promise<{ readonly names: Map<string, string>; readonly folders: string[] }> {
    const inside = full(folder === "" || folder.endsWith("/") ? folder : `${folder}/`);
    const found = { names: new Map<string, string>(), folders: [] as string[] };
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ "list-type": "2", delimiter: "/", prefix: inside, "encoding-type": "url" });
      if (token !== undefined) query.set("continuation-token", token);
      const { status, bytes } = await request("GET", `/?${query}`, nameOf(folder), {});
      if (status === 404) throw new ArchiveError(`Cannot read ${place}: there is no such bucket`);
      const page = listingOf(bytes.toString("utf8"));
      for (const { key, version } of page.objects)
        if (key.length > inside.length) found.names.set(key.slice(inside.length), version);
      found.folders.push(...page.prefixes.map((name) => name.slice(inside.length, -1)));
      token = page.next;
    } while (token !== undefined);
    return found;
  }

  return {
    place,
    nameOf,
    names: async (folder) => [...(await list(folder)).names.keys()],
    versions: async (folder) => (await list(folder)).names,
    folders: async (folder) => (await list(folder)).folders,

    async read(key): Promise<StoredObject | undefined> {
      const { status, version, bytes } = await call("GET", key);
      return status === 404 || version === undefined ? undefined : { bytes, version };
    },

    async readPart(key, at, length) {
      const { status, bytes } = await call("GET", key, { headers: { range: `bytes=${at}-${at + length - 1}` } });
      if (status === 404) return undefined;
      if (status === 416) return Buffer.alloc(0);
      // A service that knows no ranges sends the whole.
      return status === 206 ? bytes : bytes.subarray(at, at + length);
    },

    async version(key) {
      const { status, version } = await call("HEAD", key);
      return status === 404 ? undefined : version;
    },

    async write(key, body, condition) {
      const { status } = await call("PUT", key, { body, headers: condition ? conditionOf(condition.replaces) : {} });
      if (status === 409 || status === 412) throw new ConflictError(`${nameOf(key)} was written by another process`);
      if (status === 404) throw new ArchiveError(`Cannot write ${place}: there is no such bucket`);
    },

    async remove(key) {
      await call("DELETE", key);
    },

    lock: () => takeLease(call, place, clock),
  };
}

/** The service's own words are XML; its code is one of them. */
const refusal = (status: number, bytes: Buffer): string =>
  `the service answered ${status} ${/<Code>([^<]*)<\/Code>/.exec(bytes.toString("utf8"))?.[1] ?? ""}`.trim();
