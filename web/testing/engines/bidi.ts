/** WebDriver BiDi (https://w3c.github.io/webdriver-bidi/): commands and events as JSON over one WebSocket. */
import { WebSocket } from "ws";

export interface Bidi {
  /** @throws Error with the browser's own words when it refuses, or when the connection ends before it answers. */
  send<Result = unknown>(method: string, params?: Readonly<Record<string, unknown>>): Promise<Result>;
  /** @param hears every event of this name, such as 'log.entryAdded'; the session must be subscribed to it. */
  on(event: string, hears: (params: unknown) => void): void;
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

interface Waiting {
  done(result: unknown): void;
  failed(error: Error): void;
}

/** @param url of a browser that listens: 'ws://127.0.0.1:9222'. Opens its one session. */
export async function openBidi(url: string): Promise<Bidi> {
  const socket = new WebSocket(`${url}/session`, { maxPayload: 0 });
  await new Promise((done, failed) => {
    socket.once("open", done);
    socket.once("error", failed);
  });
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, ((params: unknown) => void)[]>();
  let last = 0;
  socket.on("message", (bytes) => {
    const { id, type, method = "", params, result, error, message }: Message = JSON.parse(bytes.toString());
    if (type === "event") for (const hears of listeners.get(method) ?? []) hears(params);
    const one = waiting.get(id ?? -1);
    waiting.delete(id ?? -1);
    if (type === "success") one?.done(result);
    if (type === "error") one?.failed(new Error(`${error}: ${message}`));
  });
  socket.on("close", () => {
    for (const { failed } of waiting.values()) failed(new Error("The browser's connection ended"));
    waiting.clear();
  });
  const bidi: Bidi = {
    send: <Result>(method: string, params: Readonly<Record<string, unknown>> = {}) =>
      new Promise<Result>((done, failed) => {
        const id = ++last;
        waiting.set(id, { done: (result) => done(result as Result), failed });
        socket.send(JSON.stringify({ id, method, params }));
      }),
    on: (event, hears) => void listeners.set(event, [...(listeners.get(event) ?? []), hears]),
    close: () => socket.terminate(),
  };
  await bidi.send("session.new", { capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: "accept" } } } });
  return bidi;
}
