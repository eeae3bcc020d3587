import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { freePort } from "../testing/processes/free-port.ts";
import { createOutbound, OutboundError } from "./outbound.ts";

const servers: Server[] = [];

/** @returns its origin. */
async function listening(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer as never);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const GET = { method: "GET", headers: {} } as const;

test("it goes to the configured origin, and to no other scheme, host or port", async () => {
  const origin = await listening((request, reply) => reply.end(`${request.method} ${request.headers["x-a"]}`));
  const outbound = createOutbound({ origins: [origin] });
  const sent = await outbound.request(`${origin}/v1`, { method: "POST", headers: { "x-a": "1" }, body: "{}" });
  expect(sent).toEqual({ status: 200, body: "POST 1" });
  const { port } = new URL(origin);
  for (const other of [
    `http://localhost:${port}/`,
    "http://127.0.0.1:1/",
    `https://127.0.0.1:${port}/`,
    "file:///etc/passwd",
  ]) {
    await expect(outbound.request(other, GET)).rejects.toThrow(/not among the configured/);
  }
});

test("a redirect is not followed", async () => {
  const elsewhere = await listening((_, reply) => reply.end("secret"));
  const origin = await listening((_, reply) => reply.writeHead(302, { location: elsewhere }).end());
  await expect(createOutbound({ origins: [origin, elsewhere] }).request(origin, GET)).rejects.toThrow(/did not answer/);
});

test("an answer that is too large or never comes is given up", async () => {
  const large = await listening((_, reply) => reply.end("x".repeat(2000)));
  await expect(createOutbound({ origins: [large], maxBytes: 1000 }).request(large, GET)).rejects.toThrow(/larger than/);
  const silent = await listening(() => undefined);
  await expect(createOutbound({ origins: [silent], timeoutMs: 30 }).request(silent, GET)).rejects.toThrow(
    /did not answer/,
  );
});

test("a download comes piece by piece, each in time, and ends where nobody reads on", async () => {
  let isClosed = false;
  const origin = await listening((request, reply) => {
    if (request.url === "/gone") return void reply.writeHead(503).end();
    if (request.url === "/stuck") return void reply.write("first");
    const timer = setInterval(() => reply.write("x".repeat(1000)), 5);
    reply.on("close", () => {
      isClosed = true;
      clearInterval(timer);
    });
  });
  const outbound = createOutbound({ origins: [origin], maxBytes: 20_000, timeoutMs: 60 });
  const sizes: number[] = [];
  const read = async (path: string, most = Number.POSITIVE_INFINITY) => {
    for await (const piece of outbound.download(origin + path)) if (sizes.push(piece.length) >= most) break;
  };
  await expect(read("/all")).rejects.toThrow("larger than 20000");
  // Longer than the time limit, which is of each piece.
  expect(sizes.length).toBeGreaterThan(12);
  isClosed = false;
  await read("/some", sizes.length + 2);
  await expect.poll(() => isClosed).toBe(true);
  await expect(read("/stuck")).rejects.toThrow("did not answer");
  await expect(read("/gone")).rejects.toThrow("answered 503");
  await expect(async () => {
    for await (const _ of outbound.download("https://elsewhere.example/"));
  }).rejects.toThrow("not among the configured");
});

test("nobody there is a failure of one line", async () => {
  const origin = "http://127.0.0.1:1";
  await expect(createOutbound({ origins: [origin] }).request(origin, GET)).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:1 did not/,
  );
});

test("a failure says whether anything left: only where no connection came to be is it certain that nothing did", async () => {
  const failed = (origin: string, options = {}): Promise<OutboundError> =>
    createOutbound({ origins: [origin], ...options })
      .request(origin, { method: "PUT", headers: {}, body: "x=1" })
      .then(
        () => expect.unreachable("it answered"),
        (error: unknown) => (error instanceof OutboundError ? error : expect.unreachable(String(error))),
      );
  expect(await failed(`http://127.0.0.1:${await freePort()}`)).toMatchObject({ isUnsent: true });
  expect(await failed("http://nobody.invalid")).toMatchObject({ isUnsent: true });
  const silent = await listening(() => undefined);
  expect(await failed(silent, { timeoutMs: 30 })).toMatchObject({ isUnsent: false });
  const cut = await listening((request) => request.socket.destroy());
  expect(await failed(cut)).toMatchObject({ isUnsent: false });
  const moved = await listening((_, reply) => reply.writeHead(302, { location: silent }).end());
  expect(await failed(moved)).toMatchObject({ isUnsent: false });
});

test.each([
  ["EHOSTUNREACH", "connect", true],
  ["ENETUNREACH", "connect", true],
  ["EADDRNOTAVAIL", "bind", true],
  ["EHOSTUNREACH", "read", false],
  ["ENETUNREACH", "write", false],
  ["EHOSTUNREACH", undefined, false],
])("%s as it does %s: whether nothing left is %s", async (code, syscall, isUnsent) => {
  const cause = Object.assign(new Error(code), { code, ...(syscall !== undefined && { syscall }) });
  const outbound = createOutbound({
    origins: ["https://broker.example"],
    fetch: () => Promise.reject(new TypeError("fetch failed", { cause })),
  });
  await expect(outbound.request("https://broker.example/orders", GET)).rejects.toMatchObject({ isUnsent });
});

test("all of a broker's verbs go, and another fetch may take the network's place", async () => {
  const origin = await listening((request, reply) => reply.end(request.method));
  const outbound = createOutbound({ origins: [origin] });
  for (const method of ["GET", "POST", "PUT", "DELETE"] as const) {
    expect((await outbound.request(origin, { method, headers: {} })).body).toBe(method);
  }
  const embedded = createOutbound({
    origins: ["https://broker.example"],
    fetch: async (url, init) => new Response(`${init?.method} ${String(url)}`, { status: 201 }),
  });
  const reply = await embedded.request("https://broker.example/orders", { method: "DELETE", headers: {} });
  expect(reply).toEqual({ status: 201, body: "DELETE https://broker.example/orders" });
});

test("from a chosen address it is the same: what comes back, what is refused, and what is certain of a failure", async () => {
  const origin = await listening((request, reply) => {
    if (request.url === "/moved") return void reply.writeHead(302, { location: "/" }).end();
    if (request.url === "/empty") return void reply.writeHead(204).end();
    if (request.url === "/cut") return void request.socket.destroy();
    if (request.url === "/silent") return undefined;
    const { remoteAddress } = request.socket;
    request.setEncoding("utf8").on("data", (text) => reply.write(text));
    return void request.on("end", () => reply.end(`${request.method} ${remoteAddress} ${"x".repeat(500)}`));
  });
  let from = "127.0.0.2";
  const outbound = createOutbound({ origins: [origin], from: () => from, maxBytes: 1000, timeoutMs: 100 });
  const put = (path: string) => outbound.request(origin + path, { method: "PUT", headers: {}, body: "body" });
  const failure = (path: string) =>
    put(path).then(
      () => expect.unreachable("it answered"),
      (error: unknown) => error,
    );
  expect(await put("/")).toEqual({ status: 200, body: expect.stringMatching(/^bodyPUT 127\.0\.0\.2 x/) });
  from = "127.0.0.3";
  expect((await put("/")).body).toContain("PUT 127.0.0.3");
  expect(await put("/empty")).toEqual({ status: 204, body: "" });
  const pieces: Uint8Array[] = [];
  for await (const piece of outbound.download(`${origin}/`)) pieces.push(piece);
  expect(String(Buffer.concat(pieces))).toMatch(/^GET 127\.0\.0\.3 x{500}$/);
  await expect(
    createOutbound({ origins: [origin], from: () => from, maxBytes: 100 }).request(origin, GET),
  ).rejects.toThrow("larger than 100");
  for (const path of ["/moved", "/cut", "/silent"]) expect(await failure(path)).toMatchObject({ isUnsent: false });
  const unused = `http://127.0.0.1:${await freePort()}`;
  const nobody = createOutbound({ origins: [unused], from: () => from }).request(unused, GET);
  await expect(nobody).rejects.toMatchObject({ isUnsent: true });
  from = "203.0.113.7";
  expect(await failure("/")).toMatchObject({ isUnsent: true });
  // The other side is in the other family of addresses.
  from = "::1";
  expect(await failure("/")).toMatchObject({ isUnsent: true });
});
