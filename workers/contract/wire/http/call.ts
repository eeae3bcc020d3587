/**
 * One HTTP call: its method, its path under the API base, and the schemas of what goes in and what comes out.
 * Types, validation, the OpenAPI document and the client all come from these declarations.
 */
import type { z } from "zod";
import { z as zod } from "zod";

export interface Call<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  readonly method: "get" | "post" | "patch" | "delete";
  /** Under the base, without a leading slash; parameters as {name}. */
  readonly path: string;
  readonly summary: string;
  /** Who may call: anyone, a logged-in user, one with an active subscription, one whose plan is paid, an administrator. */
  readonly access: "public" | "user" | "subscriber" | "premium" | "admin";
  /** Optional query parameters, by name: what each is for. */
  readonly query?: Readonly<Record<string, string>>;
  /** The JSON body. */
  readonly body?: Request;
  /** How large the body may be, where 64 KiB are too few. */
  readonly maxBodyBytes?: number;
  readonly response: Response;
  /** HTTP statuses of its refusals, besides those that every call of its access, its method and its body has. */
  readonly refusals?: readonly number[];
  /**
   * What it reads or writes has revisions (../revisions.ts): the reply's ETag says which, and a write with an If-Match that is
   * not what is kept is refused: 412, StaleReply, the ETag of what is kept.
   */
  readonly revision?: "read" | "write";
  /** A repeated call with the Idempotency-Key (a UUID) of an earlier one makes nothing new: the reply tells what that one made. */
  readonly isKeyed?: true;
  /** Asks something of a broker: the Idempotency-Key names the press of a button that it belongs to (ORDER_KEY). */
  readonly isPress?: true;
}

export const defineCall = <const C extends Call>(call: C): C => call;

export type ResponseOf<C extends Call> = z.infer<C["response"]>;
export type BodyOf<C extends Call> = C extends { readonly body: infer B extends z.ZodType } ? z.infer<B> : undefined;

/** Every error reply: 'fail' is the caller's fault, 'error' is ours; the HTTP status says which. */
export const ErrorReply = zod.object({ status: zod.enum(["fail", "error"]), message: zod.string() });
export type ErrorReply = z.infer<typeof ErrorReply>;

/** A stale write: nothing was written. Both versions are as the call reads and writes them; `theirs` is null where it is gone. */
export const StaleReply = ErrorReply.extend({
  versions: zod.object({ theirs: zod.string().nullable(), mine: zod.string() }),
});
export type StaleReply = z.infer<typeof StaleReply>;
