/** The scanner's call: whoever asks more often than the screen does is told to wait. */
import type { ResponseOf } from "#contract/wire/http/call.ts";
import { type ScanFound, scan } from "#contract/wire/http/scanner.ts";
import type { ScanQuestion } from "../../market/scan/scan-question.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { RateLimits } from "../../platform/limits/rate-limits.ts";

export interface ScannerDeps {
  readonly calls: { scan(question: ScanQuestion): Promise<ScanFound | undefined> };
  readonly rateLimits: RateLimits;
}

/**
 * A scanner asks every five seconds, and once more whenever the formula changes. What its other scans find, it counts one by
 * one every four seconds: these have as many of their own, so that counts never keep a scan from being answered.
 */
const A_MINUTE = 40;

export const scannerModule =
  ({ calls, rateLimits }: ScannerDeps) =>
  (bind: Bind): void => {
    const limitOf = (name: string) => rateLimits.create({ name, points: A_MINUTE, seconds: 60 });
    const scans = limitOf("scan");
    const counts = limitOf("scan-count");
    bind(scan, async ({ body, user }) => {
      const wait = await (body.most === 0 ? counts : scans).take(user.userId);
      if (wait > 0)
        throw new AppError("rate-limited", `${A_MINUTE} scans a minute are the most. Please wait`, {
          retryAfter: wait,
        });
      const data = await calls.scan(user.plan === "1min" ? { ...body, isByMinute: true } : body);
      if (data === undefined) throw new AppError("unavailable");
      return { data } satisfies ResponseOf<typeof scan>;
    });
  };
