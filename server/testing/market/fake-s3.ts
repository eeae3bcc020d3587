/**
 * A small S3 in this process: signatures (version 4) are checked, writes may be conditional, listings come in pages.
 *
 *     const s3 = await startFakeS3();
 *     createS3Store({ ...s3.options, prefix: "days" }, systemClock);
 *     await s3.stop();
 */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BucketSettings } from "../../platform/env/archive.ts";

interface Stored {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly modified: number;
}

export interface FakeS3 {
  readonly options: BucketSettings;
  /** By key, with the prefix. */
  readonly objects: Map<string, Stored>;
  /** 'METHOD /path' of every request that was answered. */
  readonly calls: string[];
  /** The next requests are answered 503. */
  failing: number;
  /** Seconds that the service's clock is ahead. */
  ahead: number;
  stop(): Promise<void>;
}

const BUCKET = "days";
const REGION = "ap-south-1";
const KEY_ID = "AKIDEXAMPLE";
const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
/** Small, so that a day needs several. */
const PAGE = 3;

const sha256 = (data: Buffer | string): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer | string, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const strict = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Stored>();
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    calls.push(`${request.method} ${request.url}`);
    response.setHeader("date", new Date(Date.now() + fake.ahead * 1000).toUTCString());
    if (fake.failing > 0) {
      fake.failing--;
      refuse(response, 503, "SlowDown");
    } else answer(fake, request, response, Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeS3 = {
    options: { bucket: BUCKET, prefix: "", endpoint, region: REGION, accessKeyId: KEY_ID, secretAccessKey: SECRET },
    objects,
    calls,
    failing: 0,
    ahead: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

function answer(fake: FakeS3, request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const url = new URL(request.url ?? "/", "http://fake");
  const [, bucket, ...rest] = url.pathname.split("/").map(decodeURIComponent);
  if (!isSigned(request, url, body)) refuse(response, 403, "SignatureDoesNotMatch");
  else if (bucket !== BUCKET) refuse(response, 404, "NoSuchBucket");
  else if (url.searchParams.has("list-type")) list(fake, url.searchParams, response);
  else object(fake, request, response, rest.join("/"), body);
}

function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const parts = /Credential=(\S+?), SignedHeaders=(\S+?), Signature=(\w+)/.exec(headers.authorization ?? "");
  if (parts === null) return false;
  const [, credential = "", signed = "", signature] = parts;
  const [keyId, ...scope] = credential.split("/");
  const [day = "", region = "", service = "", end = ""] = scope;
  const claimed = String(headers["x-amz-content-sha256"] ?? sha256(body));
  if (keyId !== KEY_ID || region !== REGION || service !== "s3") return false;
  if (claimed !== "UNSIGNED-PAYLOAD" && claimed !== sha256(body)) return false;
  const path = url.pathname
    .split("/")
    .map((part) => strict(decodeURIComponent(part)))
    .join("/");
  const query = [...url.searchParams].map(([name, value]) => `${strict(name)}=${strict(value)}`).sort();
  const lines = signed.split(";").map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query.join("&"), lines.join(""), signed, claimed].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope.join("/"), sha256(canonical)].join("\n");
  const key = [day, region, service, end].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${SECRET}`,
  );
  return hmac(key, toSign).toString("hex") === signature;
}

function object(fake: FakeS3, request: IncomingMessage, response: ServerResponse, key: string, body: Buffer): void {
  const there = fake.objects.get(key);
  if (request.method === "PUT") {
    const none = request.headers["if-none-match"] === "*" && there !== undefined;
    const match = request.headers["if-match"];
    if (none || (match !== undefined && match !== there?.etag)) {
      refuse(response, 412, "PreconditionFailed");
      return;
    }
    const etag = `"${createHash("md5").update(body).update(String(Math.random())).digest("hex")}"`;
    fake.objects.set(key, { bytes: body, etag, modified: Date.now() + fake.ahead * 1000 });
    response.writeHead(200, { etag }).end();
  } else if (request.method === "DELETE") {
    fake.objects.delete(key);
    response.writeHead(204).end();
  } else if (there === undefined) refuse(response, 404, "NoSuchKey");
  else {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (Number(from) >= there.bytes.length) {
      refuse(response, 416, "InvalidRange");
      return;
    }
    const headers = { etag: there.etag, "last-modified": new Date(there.modified).toUTCString() };
    response.writeHead(from === undefined ? 200 : 206, headers);
    const bytes = from === undefined ? there.bytes : there.bytes.subarray(Number(from), Number(to) + 1);
    response.end(request.method === "HEAD" ? undefined : bytes);
  }
}

function list(fake: FakeS3, query: URLSearchParams, response: ServerResponse): void {
  const prefix = query.get("prefix") ?? "";
  const entries = new Set<string>();
  for (const key of [...fake.objects.keys()].sort()) {
    if (!key.startsWith(prefix)) continue;
    const end = key.indexOf(query.get("delimiter") ?? "\0", prefix.length);
    entries.add(end < 0 ? key : key.slice(0, end + 1));
  }
  const after = query.get("continuation-token");
  const rest = [...entries].filter((key) => after === null || key > after.slice("after<&>".length));
  const page = rest.slice(0, PAGE);
  const isTruncated = rest.length > PAGE;
  const isFolder = (key: string): boolean => key.endsWith("/");
  response.end(
    `<?xml version="1.0"?><ListBucketResult><Prefix>${strict(prefix)}</Prefix><IsTruncated>${isTruncated}</IsTruncated>${
      isTruncated ? `<NextContinuationToken>after&lt;&amp;&gt;${page.at(-1)}</NextContinuationToken>` : ""
    }${page.map((key) => (isFolder(key) ? `<CommonPrefixes><Prefix>${strict(key)}</Prefix></CommonPrefixes>` : `<Contents><Key>${strict(key)}</Key><ETag>${fake.objects.get(key)?.etag.replaceAll('"', "&quot;")}</ETag></Contents>`)).join("")}</ListBucketResult>`,
  );
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
}
