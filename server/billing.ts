/** What a server sells and hears of its users: payments, the administrators' user list, reports. */
import type { Registry } from "prom-client";
import { adminModule } from "./modules/admin/admin.ts";
import { createPayments } from "./modules/payments/payments.ts";
import { reportModule } from "./modules/report/report.ts";
import type { WallClock } from "./platform/clocks.ts";
import type { Database } from "./platform/database/db.ts";
import type { Env } from "./platform/env/env.ts";
import type { Bind } from "./platform/http/bind.ts";
import type { Pages } from "./platform/http/pages.ts";
import type { RateLimits } from "./platform/limits/rate-limits.ts";
import type { Log } from "./platform/log.ts";
import type { Mailer } from "./platform/mail/mailer.ts";
import type { Secrets } from "./platform/secrets.ts";
import type { PersonalData } from "./platform/users/personal-data.ts";

export interface BillingDeps {
  readonly env: Pick<Env, "payments" | "operatorEmail">;
  readonly database: Database;
  /** Where users reach the server, without a slash at its end. */
  readonly publicUrl: string;
  readonly rateLimits: RateLimits;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly personalData: PersonalData;
  /** The id of the broker that the user is connected to now, where it counts for the broker trial. */
  readonly connectedBroker: (accountId: string) => Promise<string | undefined>;
  readonly registry: Registry;
  readonly clock: WallClock;
  readonly log: Log;
}

export interface Billing {
  readonly modules: readonly ((bind: Bind) => void)[];
  readonly pages: readonly Pages[];
  stop(): Promise<void>;
}

export function openBilling({ env, ...given }: BillingDeps): Billing {
  const deps = { ...given, operatorEmail: env.operatorEmail };
  const payments = createPayments({ ...deps, choice: env.payments });
  return {
    modules: [payments.register, adminModule(deps), reportModule(deps)],
    pages: [payments.pages],
    stop: payments.start(),
  };
}
