/** Users of a test app, logged in: each asks as its own browser does, and seals with the key that login gave it. */
import { login } from "#contract/wire/http/accounts.ts";
import { API_BASE } from "#contract/wire/http/api-path.ts";
import { createSealer, type Sealer } from "#contract/wire/sealed.ts";
import { createAccountRepository } from "../../modules/accounts/account-repository.ts";
import type { Database } from "../../platform/database/db.ts";
import { NODE_SEALING } from "../../platform/users/sealing.ts";
import { PASSWORD, passwordHash } from "./password.ts";
import { cookiesOf, postJson, type TestApp } from "./test-app.ts";

type Method = "POST" | "PATCH" | "DELETE";

export interface LoggedIn {
  readonly id: string;
  /** The Cookie header. */
  readonly cookie: string;
  readonly sealer: Sealer;
  get(path: string): Promise<Response>;
  send(method: Method, path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** A body that need not be JSON. */
  sendText(method: Method, path: string, body: string | undefined): Promise<Response>;
}

export async function loggedIn(app: TestApp, database: Database, email: string): Promise<LoggedIn> {
  const account = await createAccountRepository(database.orm).insert({
    email,
    name: "Asha",
    passwordHash: await passwordHash(),
    createdAt: new Date(app.clock.now()),
  });
  if (account === undefined) throw new Error(`there is a user ${email} already`);
  const request = postJson({ email, password: PASSWORD, fingerprint: "a-Linux-b-Chrome" });
  const reply = await app.fetch(`${API_BASE}users/login`, request);
  const { data } = login.response.parse(await reply.json());
  if (data === undefined) throw new Error(`${email} cannot log in`);
  const cookie = cookiesOf(reply);
  return {
    id: account.id,
    cookie,
    sealer: createSealer(NODE_SEALING, data.user.key),
    get: (path) => app.fetch(API_BASE + path, { headers: { cookie } }),
    send: (method, path, body, headers) =>
      app.fetch(API_BASE + path, { ...postJson(body, { cookie, ...headers }), method }),
    sendText: (method, path, body = "") => app.fetch(API_BASE + path, { ...postJson({}, { cookie }), method, body }),
  };
}
