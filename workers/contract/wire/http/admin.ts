/** The calls of the administrators' user list. */
import { z } from "zod";
import { PERMISSION_PATH, USER_STATS_PATH, USERS_PATH } from "./api-path.ts";
import { defineCall } from "./call.ts";

export const permission = defineCall({
  method: "get",
  path: PERMISSION_PATH,
  summary: "Whether the user may see the user list",
  access: "user",
  response: z.object({ permission: z.boolean() }),
});

/** One user as the list shows it; `num` is the reader's to count. */
export const AdminUser = z.object({
  id: z.string(),
  email: z.string(),
  /** The e-mail address is confirmed. */
  confirmed: z.boolean(),
  /** Last login, IST: 'M/D/YYYY, h:mm:ss AM'; empty when there was none. */
  isLoggedIn: z.string(),
  /** A plan was given; it is over where `validity` is past. */
  isSubscribed: z.boolean(),
  /** ISO 8601 UTC; null when there never was a subscription. */
  validity: z.string().nullable(),
  subscriptionType: z.enum(["1min", "live"]).nullable(),
  /** 'source-plan' of each subscription, oldest first: 'live-monthly', 'broker-trial', 'free'. */
  period: z.array(z.string()),
  /** When each of them was given, ISO 8601 UTC, in the order of `period`. */
  subscription: z.array(z.string()),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const users = defineCall({
  method: "get",
  path: USERS_PATH,
  summary: "Every user, oldest first",
  access: "admin",
  response: z.object({ data: z.object({ data: z.object({ doc: z.array(AdminUser) }) }) }),
});

/** Subscribers by what they last got: bought, or given in another way. */
const PeriodCount = z.object({ regular: z.number().int(), other: z.number().int() });

export const UserStats = z.object({
  weekly: PeriodCount,
  monthly: PeriodCount,
  quarterly: PeriodCount,
  halfyearly: PeriodCount,
  annualy: PeriodCount,
  /** Subscribers whose last period is none of these. */
  unknown: z.number().int(),
  /** Free trials ever activated, by the broker's id. */
  brokerTrials: z.record(z.string(), z.number().int()),
});
export type UserStats = z.infer<typeof UserStats>;

export const userStats = defineCall({
  method: "get",
  path: USER_STATS_PATH,
  summary: "Subscribers by period, and free trials by broker",
  access: "admin",
  response: z.object({ data: UserStats }),
});
