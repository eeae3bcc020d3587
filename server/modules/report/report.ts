/** Bug reports and feedback: kept for the administrators, so many an hour from one user. */
import { randomUUID } from "node:crypto";
import { desc, eq, getTableColumns } from "drizzle-orm";
import type { ResponseOf } from "#contract/wire/http/call.ts";
import { report, reports } from "#contract/wire/http/report.ts";
import type { WallClock } from "../../platform/clocks.ts";
import type { Database, Orm } from "../../platform/database/db.ts";
import { AppError } from "../../platform/errors.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { RateLimits } from "../../platform/limits/rate-limits.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { audit } from "../../platform/users/audit.ts";
import type { PersonalData } from "../../platform/users/personal-data.ts";
import { composeReportMail, REPORT_MAIL } from "./report-mail.ts";
import { bugReport } from "./schema.ts";

export interface ReportDeps {
  readonly database: Database;
  readonly rateLimits: RateLimits;
  readonly mailer: Mailer;
  readonly personalData: PersonalData;
  /** Who gets reports by mail. */
  readonly operatorEmail: string | undefined;
  readonly clock: WallClock;
}

const AN_HOUR = 5;
const LISTED = 100;

export const reportModule =
  ({ database, rateLimits, mailer, personalData, operatorEmail, clock }: ReportDeps) =>
  (bind: Bind): void => {
    composeReportMail(mailer, database.orm);
    personalData.register("reports", (accountId) => reportsOf(database.orm, accountId));
    const limit = rateLimits.create({ name: "report", points: AN_HOUR, seconds: 3600 });

    bind(report, async ({ body, user, http }) => {
      const wait = await limit.take(user.userId);
      if (wait > 0) {
        throw new AppError("rate-limited", "You have sent many reports. Please try again later", { retryAfter: wait });
      }
      const at = new Date(clock.now());
      const { useremail: userEmail, ...said } = body;
      const { address } = http.get("client");
      await database.orm.transaction(async (tx) => {
        const id = randomUUID();
        await tx.insert(bugReport).values({ id, accountId: user.userId, userEmail, ...said, reportedAt: at });
        await audit(tx, { at, action: "report", accountId: user.userId, address, detail: { report: id } });
        if (operatorEmail !== undefined) {
          await mailer.queue(tx, { kind: REPORT_MAIL, to: operatorEmail, data: { report: id } });
        }
      });
      return {
        status: "success",
        message: "Thank you! Your report has been submitted.",
      } satisfies ResponseOf<typeof report>;
    });

    bind(reports, async () => {
      const rows = await database.orm.select().from(bugReport).orderBy(desc(bugReport.reportedAt)).limit(LISTED);
      return {
        data: rows.map(({ reportedAt, accountId, userEmail, ...said }) => ({
          ...said,
          at: reportedAt.toISOString(),
          account: accountId,
          useremail: userEmail,
        })),
      };
    });
  };

/** What an account has reported, for its owner. */
async function reportsOf(orm: Orm, accountId: string): Promise<unknown> {
  const { id: _id, accountId: _account, ...said } = getTableColumns(bugReport);
  const rows = await orm.select(said).from(bugReport).where(eq(bugReport.accountId, accountId));
  return rows.length === 0 ? undefined : rows;
}
