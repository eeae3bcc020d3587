/** The accounts calls, in the shape clients of the public API know. */
import { z } from "zod";
import { ACCOUNT_PATH, IS_PREMIUM_PATH, LOGIN_PATH, LOGOUT_PATH } from "./api-path.ts";
import { defineCall } from "./call.ts";

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
  body: z.object({
    email: z.string().max(254),
    password: z.string().max(1024),
    fingerprint: z.string().max(512),
  }),
  response: z.object({
    status: z.enum(["success", "fail", "error"]),
    message: z.string(),
    /** A ticket for the socket handshake only; the credential is the cookie. */
    token: z.string().optional(),
    data: z.object({ user: User }).optional(),
  }),
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
