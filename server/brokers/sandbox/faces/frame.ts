/** What faces of all protocols do alike: each gives its own words. */
import type { Context } from "hono";
import type { z } from "zod";
import type { Refusal } from "#market/matching/order.ts";
import type { Answer } from "../placements.ts";

/** What the exchange allows a market order by the broker's own protection: a fraction. */
export const PROTECTION = 0.03;

/** @throws what `refused` makes, where there is no value. */
export function known<Value>(value: Value | undefined, refused: () => Error): Value {
  if (value === undefined) throw refused();
  return value;
}

/** Takes what the exchange has done. @param errorOf what it throws of a refusal. */
export const takes =
  (errorOf: (refusal: Refusal, code?: string) => Error) =>
  <Value>(answer: Answer<Value>, code?: string): Value => {
    if ("refusal" in answer) throw errorOf(answer.refusal, code);
    return answer.value;
  };

/** What was sent as JSON; undefined where it is none. */
export const bodyOf = async (c: Context): Promise<unknown> => c.req.json().catch(() => undefined);

/** Reads by schemas. @param refused what it throws, by the path of the first field that makes no sense. */
export const reads =
  (refused: (path: string) => Error) =>
  <Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw refused(parsed.error.issues[0]?.path.join(".") ?? "");
  };
