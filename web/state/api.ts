/** A call of the API that is not market data: JSON there and back, the cookie comes along by itself. */
import { API_BASE, joinPath } from "#contract/wire/http/api-path.ts";
import type { BodyOf, Call, ResponseOf } from "#contract/wire/http/call.ts";
import { isRecord } from "./saved/storage.ts";

/** Also where privacy was turned on or off elsewhere: the next save asks how it stands. */
export const CONFLICT = 409;

/** The server refused the call, or its answer makes no sense. */
export class RefusedCall extends Error {
  override readonly name = "RefusedCall";
  readonly status: number;

  /** @param message the server's own words; '' where it had none. */
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The method and the type of a call; a browser bundle takes no schema. */
type Method<C extends Call> = C["method"];

/**
 * @returns whatever the server said, also where it refused: for calls whose refusals are words to show.
 * @throws TypeError when the network fails, SyntaxError when something other than our server answers.
 */
export async function ask<C extends Call>(method: Method<C>, path: string, body?: BodyOf<C>): Promise<ResponseOf<C>> {
  return (await send(method, path, body)).json();
}

/** Of the request, beside its body. */
interface More {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** @throws RefusedCall for every status but 2xx; TypeError, SyntaxError as `ask`; DOMException where its signal ends it. */
export async function load<C extends Call>(
  method: Method<C>,
  path: string,
  body?: BodyOf<C>,
  more?: More,
): Promise<ResponseOf<C>> {
  const response = await send(method, path, body, more);
  if (response.ok) return response.json();
  throw new RefusedCall(response.status, await wordsOf(response));
}

async function send(method: string, path: string, body: unknown, more?: More): Promise<Response> {
  return fetch(joinPath(API_BASE, path), {
    method: method.toUpperCase(),
    ...more,
    ...(body === undefined
      ? {}
      : { headers: { ...more?.headers, "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
}

async function wordsOf(response: Response): Promise<string> {
  try {
    const reply: unknown = await response.json();
    return isRecord(reply) && typeof reply["message"] === "string" ? reply["message"] : "";
  } catch {
    return "";
  }
}
