/** Structured logs, one JSON line each on stdout, with secrets cut out whatever object they arrive in. */
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from "pino";

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

export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = { level, base: undefined, redact: { paths: redactedPaths, censor: "[secret]" } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** For tests and commands that print their own lines. */
export const silentLog: Log = createLog("silent");
