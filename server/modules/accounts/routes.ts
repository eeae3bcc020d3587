/** The accounts calls: cookies in and out, everything else is the services'. */
import {
  account,
  deleteAccount,
  exportAccount,
  forgotPassword,
  isPremium,
  login,
  logout,
  referrals,
  resetPassword,
  signup,
  upgradeToLive,
} from "#contract/wire/http/accounts.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Orm } from "../../platform/database/db.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { requireSameOriginFetch } from "../../platform/http/forgery.ts";
import type { OwnAccounts } from "./own-account.ts";
import type { PasswordResets } from "./password-reset.ts";
import { MAX_REWARD_DAYS, referralsOf } from "./referrals.ts";
import type { AccountService } from "./service.ts";
import {
  clearCached,
  clearSession,
  readDeviceCookie,
  sessionCookieName,
  setDeviceCookie,
  setSessionCookie,
} from "./sessions/cookies.ts";
import type { SignUps } from "./sign-up.ts";

export interface AccountRoutes {
  readonly orm: Orm;
  readonly clock: WallClock;
  readonly service: AccountService;
  readonly signUps: SignUps;
  readonly resets: PasswordResets;
  readonly own: OwnAccounts;
}

export const registerAccounts =
  ({ orm, clock, service, signUps, resets, own }: AccountRoutes) =>
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
      let hadSession = true;
      try {
        hadSession = await service.logout(http.req.header("cookie"), http.get("client").address);
      } finally {
        // The browser forgets the session, whether or not the database can be told. Where the session was over before, the
        // cookie stays: another tab may have logged in meanwhile, and then the cookie is of that login.
        if (hadSession) clearSession(http);
        else clearCached(http);
      }
      return { status: "success", message: "Logged out" } satisfies ResponseOf<typeof logout>;
    });

    bind(signup, async ({ body, http }) => {
      await signUps.signUp({ ...body, address: http.get("client").address });
      const message = "Thank you. Please look into your e-mail to confirm the address; you can log in already";
      return { status: "success", message } satisfies ResponseOf<typeof signup>;
    });

    bind(forgotPassword, async ({ body, http }) => {
      await resets.forgot(body.email, http.get("client").address);
      const message = "If this address has an account, a link to set a new password is on its way";
      return { status: "success", message } satisfies ResponseOf<typeof forgotPassword>;
    });

    bind(resetPassword, async ({ params, body, http }) => {
      await resets.reset(params["token"] ?? "", body, http.get("client").address);
      return { status: "success", message: "Password changed Successfully" } satisfies ResponseOf<typeof resetPassword>;
    });

    bind(account, async ({ http }) => ({ user: await service.user(http.req.header("cookie")) }));

    bind(isPremium, ({ user }) => ({ isPremium: user.premium }));

    bind(upgradeToLive, async ({ user, http }) => {
      const subscription = await own.upgrade(user.userId, http.get("client").address);
      return (
        subscription === undefined
          ? { status: "failed", message: "An upgrade needs the 1min plan with at least 2 days left" }
          : { status: "success", message: "Upgraded to the live plan" }
      ) satisfies ResponseOf<typeof upgradeToLive>;
    });

    bind(referrals, async ({ user, http }) => {
      const { referral: link } = await service.user(http.req.header("cookie"));
      return { data: { link, ...(await referralsOf(orm, user.userId)), maxDays: MAX_REWARD_DAYS } };
    });

    bind(exportAccount, async ({ user, http }) => {
      const data = await own.export(user.userId);
      http.header("Content-Disposition", 'attachment; filename="strikeboard-account.json"');
      return { exportedAt: new Date(clock.now()).toISOString(), data };
    });

    bind(deleteAccount, async ({ user, body, http }) => {
      const { address } = http.get("client");
      await own.delete({ accountId: user.userId, password: body.password, address, device: readDeviceCookie(http) });
      clearSession(http);
      return { status: "success", message: "Your account is deleted" } satisfies ResponseOf<typeof deleteAccount>;
    });
  };
