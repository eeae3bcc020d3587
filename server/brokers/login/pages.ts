/**
 * The practice broker's login pages, one for each broker that has a page of its own. Who is logged in here logs in there with
 * one button; nothing is typed, and nothing leaves this server.
 */
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type Broker, brokerOf, PRACTICE_LOGIN, type TokenForm } from "#contract/domain/account/brokers.ts";
import { AppError } from "../../platform/errors.ts";
import type { HttpEnv } from "../../platform/http/http-env.ts";
import { escapeHtml, page } from "../../platform/http/page.ts";
import type { Pages } from "../../platform/http/pages.ts";
import type { Identities } from "../../platform/users/identity.ts";
import { ADAPTED, isAdapted } from "../catalogue.ts";
import { issuedBy } from "../sandbox/faces/face.ts";
import type { PracticeLogins } from "../sandbox/logins.ts";
import { PRACTICE_KEY } from "./practice-port.ts";

export interface LoginPagesDeps {
  readonly logins: PracticeLogins;
  readonly identities: Identities;
}

const ROUTE = `${PRACTICE_LOGIN}/:broker{[a-z]+}/*`;
/** A form of one word. */
const MAX_FORM_BYTES = 1024;
/** Names under which the real pages are told the app's key. */
const KEY_NAMES = ["api_key", "app_key", "client_id", "appcode", "VendorKey", "consentAppId"];

export const practiceLoginPages =
  ({ logins, identities }: LoginPagesDeps): Pages =>
  (app) => {
    const refuseLarge = (): never => {
      throw new AppError("too-large");
    };
    app.use(`${PRACTICE_LOGIN}/*`, bodyLimit({ maxSize: MAX_FORM_BYTES, onError: refuseLarge }));

    app.get(ROUTE, async (c) => {
      const { broker } = leavingFor(c);
      const user = await identities.byCookie(c.req.header("cookie"));
      c.header("Cache-Control", "no-store");
      return c.html(framed(broker, user === undefined ? LOG_IN_FIRST : form(c)));
    });

    app.post(ROUTE, async (c) => {
      const { broker, token } = leavingFor(c);
      const user = await identities.byCookie(c.req.header("cookie"));
      if (user === undefined) throw new AppError("unauthorized");
      const { decision } = await c.req.parseBody();
      const back = `/api/v1/broker/${broker.id}`;
      if (decision !== "allow") return c.redirect(`${back}?status=cancelled`, 303);
      const key = KEY_NAMES.map((name) => c.req.query(name)).find((value) => value !== undefined) ?? PRACTICE_KEY;
      const face = isAdapted(broker.id) ? ADAPTED[broker.id].face : undefined;
      const code = await issuedBy(face, logins, user.userId, key);
      const query = new URLSearchParams({ [token.names[0] ?? "code"]: code });
      if (token.kind === "pair") query.set(token.second, (await logins.clientId(user.userId)) ?? "");
      for (const name of ["state", "v"]) {
        const value = c.req.query(name);
        if (value !== undefined) query.set(name, value);
      }
      return c.redirect(`${back}?${query}`, 303);
    });
  };

type Leading = Extract<TokenForm, { readonly names: readonly string[] }>;

/** @throws AppError 404 for a broker that has no page of its own. */
function leavingFor(c: Context<HttpEnv>): { readonly broker: Broker; readonly token: Leading } {
  c.set("route", `${PRACTICE_LOGIN}/{broker}`);
  const broker = brokerOf(c.req.param("broker") ?? "");
  if (broker === undefined || !("names" in broker.token)) throw new AppError("not-found");
  return { broker, token: broker.token };
}

const LOG_IN_FIRST = `<p>Nobody is logged in to Strikeboard in this browser. <a href="/login">Log in</a></p>`;

/** Posts to its own address: the query is the provider's. */
function form(c: Context<HttpEnv>): string {
  const { pathname, search } = new URL(c.req.url);
  const address = escapeHtml(pathname + search);
  return `<article>
<h2>Let Strikeboard trade in your practice account?</h2>
<form method="post" action="${address}">
<p><button name="decision" value="allow">Log in</button> <button name="decision" value="refuse">Do not log in</button></p>
</form>
</article>`;
}

const framed = ({ name }: Broker, body: string): string =>
  page(
    `${name} (practice login)`,
    `<h1>Practice login in place of ${escapeHtml(name)}</h1>
<p class="note">This is not ${escapeHtml(name)}'s page: no password is asked for, no money moves, and no order leaves this server.</p>
${body}`,
  );
