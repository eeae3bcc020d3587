/** Bug reports and feedback: from users, to the operator. */
import { z } from "zod";
import { REPORT_PATH, REPORTS_PATH } from "./api-path.ts";
import { defineCall } from "./call.ts";

export const MAX_COMMENT_LENGTH = 5000;

const Report = z.strictObject({
  useremail: z.string().trim().max(254),
  comment: z.string().trim().min(1, "Please enter your comment").max(MAX_COMMENT_LENGTH),
  system: z.enum(["desktop", "mobile"]),
  browser: z.string().trim().max(200),
});

export const report = defineCall({
  method: "post",
  path: REPORT_PATH,
  summary: "Report a bug, or say anything else",
  access: "user",
  body: Report,
  response: z.object({ status: z.literal("success"), message: z.string() }),
  refusals: [429],
});

export const reports = defineCall({
  method: "get",
  path: REPORTS_PATH,
  summary: "The newest hundred reports, newest first",
  access: "admin",
  response: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        /** ISO 8601 UTC. */
        at: z.string(),
        /** Id of the account that sent it. */
        account: z.string(),
        useremail: z.string(),
        comment: z.string(),
        system: z.enum(["desktop", "mobile"]),
        browser: z.string(),
      }),
    ),
  }),
});
