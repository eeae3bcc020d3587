/** Which brokers the environment lets users connect. */
import { z } from "zod";

export interface BrokerSettings {
  /** How old a recorded day has to be to be practised on. */
  readonly practiceLagDays: number;
  /** Zerodha itself, and not the practice broker in its place. */
  readonly zerodha: boolean;
}

const LEAST_LAG_DAYS = 30;

export const BROKER_VARIABLES = {
  PRACTICE_LAG_DAYS: z
    .string()
    .prefault("90")
    .transform(Number)
    .pipe(z.number().int("must be whole days").min(LEAST_LAG_DAYS).max(10_000))
    .describe(
      `Days that a recorded day has to be old before the practice broker trades on it, at least ${LEAST_LAG_DAYS}`,
    ),
  BROKER_ZERODHA: z
    .enum(["experimental"])
    .optional()
    .describe(
      "experimental: orders go to Zerodha itself by Kite Connect, with each user's own app key; it has met no real broker yet. Without it the practice broker stands in, where there is one",
    ),
};
