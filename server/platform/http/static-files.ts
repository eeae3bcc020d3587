/**
 * Serves the built browser app. The folder is listed once, so a path either names a file of the build or nothing:
 * there is no way out of it. Hashed assets never change; the page itself is always asked for again.
 */
import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import type { Context, Handler } from "hono";
import { AppError } from "../errors.ts";
import type { HttpEnv } from "./http-env.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".txt": "text/plain; charset=utf-8",
  ".mp3": "audio/mpeg",
  ".wav": "audio/wav",
};

/** Better first. */
const ENCODINGS = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

const HASHED_FOLDER = "/assets/";

interface WebFile {
  readonly path: string;
  readonly type: string;
  readonly etag: string;
  readonly immutable: boolean;
  readonly encodings: readonly (typeof ENCODINGS)[number][];
}

export interface StaticFiles {
  /** The file of the request's path, else the app's page. */
  readonly serve: Handler<HttpEnv>;
  /** The app's page for a route under the API prefix: never stored, and its URL is told to nobody. */
  readonly privatePage: Handler<HttpEnv>;
}

export function createStaticFiles(root: string): StaticFiles {
  const files = listFiles(root);
  const page = files.get("/index.html");
  const sendPage = async (c: Context<HttpEnv>): Promise<Response> => {
    if (page === undefined) throw new AppError("unavailable", "The browser app is not built: run `npm run build`.");
    return send(c, page);
  };
  return {
    serve: async (c) => {
      const path = c.req.path;
      const file = files.get(path);
      if (file !== undefined) return send(c, file);
      if (path.startsWith(HASHED_FOLDER) || path.startsWith("/api/")) throw new AppError("not-found");
      return sendPage(c);
    },
    privatePage: async (c) => {
      const reply = await sendPage(c);
      reply.headers.set("Cache-Control", "no-store");
      reply.headers.set("Referrer-Policy", "no-referrer");
      return reply;
    },
  };
}

async function send(c: Context<HttpEnv>, file: WebFile): Promise<Response> {
  const accepted = c.req.header("accept-encoding") ?? "";
  const encoding = file.encodings.find(({ name }) => accepts(accepted, name));
  const etag = encoding === undefined ? `"${file.etag}"` : `"${file.etag}-${encoding.name}"`;
  const headers = new Headers({
    "Content-Type": file.type,
    "Cache-Control": file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    ETag: etag,
    Vary: "Accept-Encoding",
  });
  if (c.req.header("if-none-match") === etag) return new Response(null, { status: 304, headers });
  if (encoding !== undefined) headers.set("Content-Encoding", encoding.name);
  return new Response(await readFile(file.path + (encoding?.suffix ?? "")), { headers });
}

const accepts = (header: string, encoding: string): boolean =>
  header.split(",").some((part) => {
    const [name, quality] = part.trim().split(/\s*;\s*q=/);
    return name === encoding && Number(quality ?? 1) > 0;
  });

function listFiles(root: string): ReadonlyMap<string, WebFile> {
  const names = readNames(root);
  const present = new Set(names);
  const files = new Map<string, WebFile>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const path = join(root, name);
    const { size, mtimeMs } = statSync(path);
    const url = `/${name.split(sep).join("/")}`;
    files.set(url, {
      path,
      type,
      etag: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
      immutable: url.startsWith(HASHED_FOLDER),
      encodings: ENCODINGS.filter(({ suffix }) => present.has(name + suffix)),
    });
  }
  return files;
}

/** Paths below `root`; none when it does not exist (a server started before the app was built). */
function readNames(root: string): readonly string[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch {
    return [];
  }
}
