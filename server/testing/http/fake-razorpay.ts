/** A Razorpay that answers over real HTTP as its documentation says, and notes what it was asked. */
import { createServer, type IncomingMessage } from "node:http";

export interface RazorpayCall {
  readonly method: string;
  readonly url: string;
  readonly authorization: string;
  readonly body: Record<string, unknown>;
}

export interface FakeRazorpay {
  /** 'http://127.0.0.1:port' */
  readonly url: string;
  readonly calls: RazorpayCall[];
  /** What it answers next, by 'METHOD /path'; without one, 404. */
  answer(call: string, status: number, body: unknown): void;
  stop(): Promise<void>;
}

export async function startFakeRazorpay(): Promise<FakeRazorpay> {
  const calls: RazorpayCall[] = [];
  const answers = new Map<string, { status: number; body: unknown }>();
  const server = createServer(async (request, reply) => {
    const text = await textOf(request);
    const { method = "", url = "" } = request;
    calls.push({ method, url, authorization: request.headers.authorization ?? "", body: text ? JSON.parse(text) : {} });
    const { status, body } = answers.get(`${method} ${url}`) ?? { status: 404, body: { error: {} } };
    reply.writeHead(status, { "content-type": "application/json" });
    reply.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    calls,
    answer(call, status, body) {
      answers.set(call, { status, body });
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
