/** Structured logs, one JSON line each on stdout, with secrets cut out whatever object they arrive in. */
import { DrizzleQueryError } from "drizzle-orm";
import { type DestinationStream, type LevelWithSilent, type Logger, pino, stdSerializers } from "pino";

/** What modules take: child loggers carry `{part: "book"}` and the like. */
export type Log = Logger;

export type LogLevel = LevelWithSilent;

const SECRET_FIELDS = [
  "password",
  "passwordConfirm",
  "authorization",
  "cookie",
  "token",
  "ticket",
  "secret",
  "key",
  '["set-cookie"]',
];

/** pino matches depth literally, so each field is listed at the depths at which a log call can carry it. */
const redactedPaths = SECRET_FIELDS.flatMap((field) => {
  const dotted = field.startsWith("[") ? field : `.${field}`;
  return [dotted.replace(/^\./, ""), `*${dotted}`, `*.*${dotted}`, `*.*.*${dotted}`];
});

/** A failed statement is told without its values, among which are hashes of passwords and people's addresses. */
const err = (error: Error): object =>
  error instanceof DrizzleQueryError
    ? { ...stdSerializers.err(error.cause ?? new Error("a statement failed")), query: error.query }
    : stdSerializers.err(error);

export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    redact: { paths: redactedPaths, censor: "[secret]" },
    serializers: { err },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** For tests and commands that print their own lines. */
export const silentLog: Log = createLog("silent");
