import { API_BASE, joinPath, REPORT_PATH } from "#contract/wire/http/api-path.ts";
import type { BodyOf } from "#contract/wire/http/call.ts";
import type { report as reportCall } from "#contract/wire/http/report.ts";

export type Report = BodyOf<typeof reportCall>;

export interface ReportOutcome {
  readonly isSent: boolean;
  /** The server's own words, where it answers. */
  readonly message: string;
}

const NO_ANSWER = "The report could not be sent: the server does not answer.";

/** Never throws: what went wrong is the outcome's message. */
export async function sendReport(report: Report): Promise<ReportOutcome> {
  try {
    const response = await fetch(joinPath(API_BASE, REPORT_PATH), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(report),
    });
    const reply: { readonly message?: unknown } = await response.json();
    return { isSent: response.ok, message: typeof reply.message === "string" ? reply.message : NO_ANSWER };
  } catch {
    return { isSent: false, message: NO_ANSWER };
  }
}
