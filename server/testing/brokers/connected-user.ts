/** A user of the whole surface who is connected to a fault broker, and what a browser would ask of it. */
import { API_BASE } from "#contract/wire/http/api-path.ts";
import { ORDER_KEY_HEADER } from "#contract/wire/http/order-bodies.ts";
import { SAME_ORIGIN } from "../http/sample-requests.ts";
import type { Surface, SurfaceUser } from "../http/surface.ts";
import { cookiesOf, postJson } from "../http/test-app.ts";

export interface Reply {
  readonly status: number;
  readonly json: unknown;
}

export interface ConnectedUser {
  readonly user: SurfaceUser;
  get(path: string): Promise<Reply>;
  /** @param key of the press, '{key}/{batch}'. */
  post(path: string, body: unknown, key?: string): Promise<Reply>;
  connect(): Promise<Reply>;
}

export function asBrowser({ app }: Surface, user: SurfaceUser): ConnectedUser {
  const replied = async (reply: Response): Promise<Reply> => ({ status: reply.status, json: await reply.json() });
  const ask = (path: string, init: RequestInit, cookie = user.cookie) =>
    app.fetch(API_BASE + path, { ...init, headers: { ...(init.headers as object), ...SAME_ORIGIN, cookie } });
  return {
    user,
    get: async (path) => replied(await ask(path, {})),
    post: async (path, body, key) =>
      replied(await ask(path, postJson(body, key === undefined ? {} : { [ORDER_KEY_HEADER]: key }))),
    async connect() {
      const begun = await ask("broker/zerodha/attempt", postJson({ credentials: ["key", "secret"] }));
      const cookie = `${user.cookie}; ${cookiesOf(begun)}`;
      return replied(await ask("broker/zerodha", postJson({ authToken: "code" }), cookie));
    },
  };
}
