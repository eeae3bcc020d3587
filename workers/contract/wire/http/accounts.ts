/** The accounts calls, in the shape clients of the public API know. */
import { z } from "zod";
import {
  ACCOUNT_PATH,
  EXPORT_PATH,
  FORGOT_PASSWORD_PATH,
  IS_PREMIUM_PATH,
  LOGIN_PATH,
  LOGOUT_PATH,
  REFERRALS_PATH,
  RESET_PASSWORD_PATH,
  SIGNUP_PATH,
  UPGRADE_PATH,
} from "./api-path.ts";
import { defineCall } from "./call.ts";

const email = z.string().max(254);
const password = z.string().max(1024);
const Done = z.object({ status: z.enum(["success", "fail", "error"]), message: z.string() });

export const User = z.object({
  name: z.string(),
  email: z.email(),
  /** When the session ends, epoch ms. */
  expires: z.number(),
  subscribed: z.boolean(),
  /** When the subscription ends, ISO 8601 UTC; null when there never was one. */
  validity: z.string().nullable(),
  plan: z.enum(["1min", "live"]).nullable(),
  /** Days bought but not yet begun, by plan. */
  pendingSubs: z.object({ live: z.number(), oneMin: z.number() }),
  referral: z.string(),
  /** Hex of the per-user secret from which settings are sealed. */
  key: z.string(),
});
export type User = z.infer<typeof User>;

export const login = defineCall({
  method: "post",
  path: LOGIN_PATH,
  summary: "Log in; ends the user's session on any other device",
  access: "public",
  body: z.strictObject({
    email,
    password,
    fingerprint: z.string().max(512),
  }),
  response: z.object({
    status: z.enum(["success", "fail", "error"]),
    message: z.string(),
    /** A ticket for the socket handshake only; the credential is the cookie. */
    token: z.string().optional(),
    data: z.object({ user: User }).optional(),
  }),
  refusals: [401],
});

export const logout = defineCall({
  method: "get",
  path: LOGOUT_PATH,
  summary: "End the session",
  access: "public",
  response: z.object({ status: z.literal("success"), message: z.string() }),
});

export const account = defineCall({
  method: "get",
  path: ACCOUNT_PATH,
  summary: "The logged-in user",
  access: "user",
  response: z.object({ user: User }),
});

export const isPremium = defineCall({
  method: "get",
  path: IS_PREMIUM_PATH,
  summary: "Whether a paid plan is active",
  access: "user",
  response: z.object({ isPremium: z.boolean() }),
});

export const signup = defineCall({
  method: "post",
  path: SIGNUP_PATH,
  summary: "Make an account; the reply does not tell whether the address has one already, the e-mail does",
  access: "public",
  body: z.strictObject({
    name: z.string().max(200),
    email,
    password,
    passwordConfirm: password,
    /** The code of a referral link; an unknown one counts as none. */
    referralId: z.string().max(64).nullish(),
  }),
  response: Done,
});

export const forgotPassword = defineCall({
  method: "post",
  path: FORGOT_PASSWORD_PATH,
  summary: "Ask for an e-mail with a link to set a new password; the reply is the same for unknown addresses",
  access: "public",
  body: z.strictObject({ email }),
  response: Done,
});

export const resetPassword = defineCall({
  method: "post",
  path: RESET_PASSWORD_PATH,
  summary: "Set a new password with the token of an e-mail; ends the user's session on every device",
  access: "public",
  body: z.strictObject({ password, passwordConfirm: password }),
  response: Done,
});

export const upgradeToLive = defineCall({
  method: "post",
  path: UPGRADE_PATH,
  summary: "Turn what is left of the 1min plan into half as many days of the live plan; there is no way back",
  access: "user",
  response: z.object({ status: z.enum(["success", "failed"]), message: z.string() }),
});

/** One user who signed up with the caller's link. */
export const Referral = z.object({
  /** Masked: 'a***@e***.com'. Null when that account was deleted. */
  email: z.string().nullable(),
  /** When the user signed up, ISO 8601 UTC; null when that account was deleted. */
  joined: z.string().nullable(),
  /** The first paid live plan ('monthly', 'quarterly', 'halfyearly', 'annualy'); null before it. */
  plan: z.string().nullable(),
  /** When that was paid, ISO 8601 UTC. */
  date: z.string().nullable(),
  /** Live days that the caller got for it. */
  days: z.number(),
});
export type Referral = z.infer<typeof Referral>;

export const referrals = defineCall({
  method: "get",
  path: REFERRALS_PATH,
  summary: "Who signed up with the caller's referral link, and the days that it earned",
  access: "user",
  response: z.object({
    data: z.object({
      link: z.string(),
      /** Newest first. */
      referrals: z.array(Referral),
      /** Days earned so far, and how many can be. */
      totalDays: z.number(),
      maxDays: z.number(),
    }),
  }),
});

export const exportAccount = defineCall({
  method: "get",
  path: EXPORT_PATH,
  summary: "Everything that is kept about the caller",
  access: "user",
  response: z.object({
    /** ISO 8601 UTC. */
    exportedAt: z.string(),
    /** By part of the product. */
    data: z.record(z.string(), z.unknown()),
  }),
  refusals: [429],
});

export const deleteAccount = defineCall({
  method: "delete",
  path: ACCOUNT_PATH,
  summary: "Delete the caller's account and everything that belongs to it, at once and for good",
  access: "user",
  body: z.strictObject({ password }),
  response: Done,
  refusals: [429],
});
