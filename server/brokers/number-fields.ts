/** Fields of replies whose numbers come as numbers, as schemas: what makes no sense is no value. */
import { z } from "zod";

export const units = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);
export const price = z.number().nonnegative();
/** JSON has no infinities, but 1e999 reads as one. */
export const money = z.number();

export const STAMP = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
/** 'YYYY-MM-DD HH:MM:SS', IST; '' where there is none. */
export const stamp = z
  .string()
  .regex(STAMP)
  .nullish()
  .transform((value) => value ?? "");
