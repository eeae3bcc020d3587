/** The accounts calls: cookies in and out, everything else is the service's. */
import { account, isPremium, login, logout } from "#contract/wire/http/accounts.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { requireSameOriginFetch } from "../../platform/http/forgery.ts";
import {
  clearSessionCookie,
  readDeviceCookie,
  sessionCookieName,
  setDeviceCookie,
  setSessionCookie,
} from "./cookies.ts";
import type { AccountService } from "./service.ts";

export const registerAccounts =
  (service: AccountService) =>
  (bind: Bind): void => {
    bind(login, async ({ body, http }) => {
      const { address, secure } = http.get("client");
      const { session, user, device } = await service.login({
        ...body,
        address,
        cookieName: sessionCookieName(secure),
        device: readDeviceCookie(http),
      });
      setSessionCookie(http, session.token, session.expiresAt);
      setDeviceCookie(http, device);
      return {
        status: "success",
        message: "Login Successful",
        token: session.ticket,
        data: { user },
      } satisfies ResponseOf<typeof login>;
    });

    bind(logout, async ({ http }) => {
      requireSameOriginFetch(http);
      await service.logout(http.req.header("cookie"));
      clearSessionCookie(http);
      return { status: "success", message: "Logged out" } satisfies ResponseOf<typeof logout>;
    });

    bind(account, async ({ http }) => ({ user: await service.user(http.req.header("cookie")) }));

    bind(isPremium, ({ user }) => ({ isPremium: user.premium }));
  };
