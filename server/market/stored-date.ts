/** A date in a stored file, 'YYYY-MM-DD'. */
import { z } from "zod";
import { type IsoDate, isoDate } from "#contract/domain/units.ts";

export const storedDate = z.string().transform((text, context): IsoDate => {
  try {
    return isoDate(text);
  } catch {
    context.addIssue({ code: "custom", message: `not a date: ${text}` });
    return z.NEVER;
  }
});
