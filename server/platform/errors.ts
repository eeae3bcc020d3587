/**
 * The one error type of the HTTP and socket surface. A service throws it with a code; the app turns it into
 * `{status, message}` and the right HTTP status. 'fail' is the caller's fault, 'error' is ours.
 */
import type { ErrorReply } from "#contract/wire/http/call.ts";

const CATALOGUE = {
  "bad-request": { http: 400, status: "fail", message: "The request is not valid" },
  unauthorized: { http: 401, status: "fail", message: "Please log in" },
  "bad-credentials": { http: 401, status: "fail", message: "Incorrect email or password" },
  "subscription-required": { http: 402, status: "fail", message: "You need a subscription" },
  "premium-required": {
    http: 403,
    status: "fail",
    message: "You need subscription to access historical data",
  },
  forbidden: { http: 403, status: "fail", message: "This request is not allowed from here" },
  "not-found": { http: 404, status: "fail", message: "Not found" },
  stale: { http: 412, status: "fail", message: "This was changed elsewhere since it was opened here" },
  conflict: { http: 409, status: "fail", message: "There is one already" },
  "too-large": { http: 413, status: "fail", message: "The request is too large" },
  "unsupported-media-type": { http: 415, status: "fail", message: "The body must be JSON" },
  "wrong-host": { http: 421, status: "fail", message: "This server does not answer for that host name" },
  "tls-required": { http: 403, status: "fail", message: "This address needs https" },
  "rate-limited": { http: 429, status: "fail", message: "Too many attempts. Please try again later" },
  internal: { http: 500, status: "error", message: "Something went wrong. Please try again later." },
  unavailable: { http: 503, status: "error", message: "The service is not ready. Please try again later." },
} as const satisfies Record<string, { http: number; status: ErrorReply["status"]; message: string }>;

export type ErrorCode = keyof typeof CATALOGUE;
export type ErrorHttpStatus = (typeof CATALOGUE)[ErrorCode]["http"];

export interface AppErrorOptions {
  /** What went wrong, for the log only. */
  readonly cause?: unknown;
  /** Seconds after which trying again makes sense: becomes Retry-After. */
  readonly retryAfter?: number;
  /** What the reply says besides: part of the call's contract. */
  readonly body?: Readonly<Record<string, unknown>>;
}

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly retryAfter: number | undefined;
  readonly #body: AppErrorOptions["body"];

  /** @param message shown to the user; the code's own sentence when left out. */
  constructor(code: ErrorCode, message?: string, options: AppErrorOptions = {}) {
    super(message ?? CATALOGUE[code].message, { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.#body = options.body;
  }

  get httpStatus(): ErrorHttpStatus {
    return CATALOGUE[this.code].http;
  }

  get reply(): ErrorReply {
    return { status: CATALOGUE[this.code].status, message: this.message, ...this.#body };
  }
}
