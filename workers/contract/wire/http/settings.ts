/** Settings that are kept with the account, sealed: see ../sealed.ts. */
import { z } from "zod";
import { MAX_SEALED_DIGITS } from "../sealed-purposes.ts";
import { SETTINGS_GET_PATH, SETTINGS_SAVE_PATH } from "./api-path.ts";
import { defineCall } from "./call.ts";

/** Hex of the ciphertext, then the 32 hex digits of the IV. */
export const sealed = (maxDigits: number) =>
  z
    .string()
    .max(maxDigits, "is too large")
    .regex(/^([0-9a-f]{2})+$/i, "must be hex");

export const saveSetting = defineCall({
  method: "post",
  path: SETTINGS_SAVE_PATH,
  summary: "Keep one setting; it replaces what was kept",
  access: "user",
  revision: "write",
  query: { field: "userSettingViews, userColumns, workspaces, scans or baskets" },
  body: z.strictObject({ data: sealed(MAX_SEALED_DIGITS) }),
  maxBodyBytes: MAX_SEALED_DIGITS + 1024,
  response: z.object({ status: z.literal("success") }),
  refusals: [409],
});

export const getSettings = defineCall({
  method: "get",
  path: SETTINGS_GET_PATH,
  summary: "Settings by name, in one sealed object; those that were never kept are not in it",
  access: "user",
  revision: "read",
  query: { field: "One name or several, separated by commas; the reply is sealed for settings/ and this text" },
  response: z.object({ data: z.object({ data: z.string() }) }),
  refusals: [400],
});
