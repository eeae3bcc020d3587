/** The message that tells the operator of a report: written when it is sent, so that what was said waits in one place. */
import { eq } from "drizzle-orm";
import type { Orm } from "../../platform/database/db.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import { bugReport } from "./schema.ts";

export const REPORT_MAIL = "report";

export function composeReportMail(mailer: Mailer, orm: Orm): void {
  mailer.compose(REPORT_MAIL, async ({ data }) => {
    const rows = await orm
      .select()
      .from(bugReport)
      .where(eq(bugReport.id, data["report"] ?? ""));
    const [said] = rows;
    // Gone with its account before it was sent.
    if (said === undefined) return undefined;
    const facts = [
      `From: ${said.userEmail}`,
      `Account: ${said.accountId}`,
      `System: ${said.system}`,
      `Browser: ${said.browser}`,
    ];
    return { subject: "Strikeboard: a report", text: `${facts.join("\n")}\n\n${said.comment}\n` };
  });
}
