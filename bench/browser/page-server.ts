/** Bundles pages and serves them on a port of their own, with the peers' packages under /peers/. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { peersFolder } from "./peers.ts";

const benchFolder = fileURLToPath(new URL("../", import.meta.url));

/** Threads of the product that pages start: each a bundle of its own, at the address that the page asks for. */
const WORKERS = ["../web/grid/thread/paint.worker.ts"];

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".ts": "text/javascript",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

export interface PageServer {
  /** Address of a page by its name. */
  url(name: string): string;
  close(): Promise<void>;
}

/**
 * @param pages name to entry file, relative to bench/. Built as the product is: minified, production React.
 */
export async function servePages(pages: Readonly<Record<string, string>>): Promise<PageServer> {
  const files = await bundle(pages);
  const server = createServer((request, response) => {
    const pathname = decodeURIComponent(new URL(request.url ?? "/", "http://bench").pathname);
    const body = files.get(pathname) ?? peerFile(pathname);
    response.writeHead(body === undefined ? 404 : 200, {
      "content-type": TYPES[path.extname(pathname)] ?? "application/octet-stream",
      "cache-control": "no-store",
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (name) => `http://127.0.0.1:${port}/${name}.html`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bundle(pages: Readonly<Record<string, string>>): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    absWorkingDir: benchFolder,
    entryPoints: Object.fromEntries(Object.entries(pages).map(([name, entry]) => [name, `./${entry}`])),
    outdir: "/",
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".woff2": "file" },
    external: ["/peers/*"],
    logLevel: "error",
  });
  const files = new Map<string, Uint8Array>();
  for (const file of outputFiles) files.set(file.path, file.contents);
  for (const entry of WORKERS) files.set(`/${path.basename(entry)}`, await bundleWorker(entry));
  for (const name of Object.keys(pages)) {
    const style = files.has(`/${name}.css`) ? `<link rel="stylesheet" href="/${name}.css">` : "";
    const html = `<!doctype html><html lang="en" data-theme="dark"><meta charset="utf-8"><title>${name}</title>${style}
<style>html,body,#root{margin:0;width:100%;height:100%;overflow:hidden}</style>
<div id="root"></div><script type="module" src="/${name}.js"></script></html>`;
    files.set(`/${name}.html`, Buffer.from(html));
  }
  return files;
}

async function bundleWorker(entry: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: benchFolder,
    entryPoints: [entry],
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    logLevel: "error",
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`${entry} was not bundled`);
  return file.contents;
}

function peerFile(pathname: string): Uint8Array | undefined {
  if (!pathname.startsWith("/peers/")) return undefined;
  const folder = path.join(peersFolder, "node_modules");
  const file = path.join(folder, pathname.slice("/peers/".length));
  if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return undefined;
  return readFileSync(file);
}
