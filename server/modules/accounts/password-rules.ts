/** What a new password must be. Nothing is asked of its characters: length, and not being everybody's, is what helps. */
import { dictionary } from "@zxcvbn-ts/language-common";
import { AppError } from "../../platform/errors.ts";

export interface NewPassword {
  readonly password: string;
  readonly passwordConfirm: string;
}

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;
const COMMON_COUNT = 3000;

/** The most common ones that are long enough; the dictionary is in order of how common they are. */
const common: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((word) => word.length >= MIN_LENGTH).slice(0, COMMON_COUNT),
);

/** @throws AppError 400, in words for the user. */
export function checkNewPassword({ password, passwordConfirm }: NewPassword): void {
  const { length } = [...password];
  if (length < MIN_LENGTH) refuse(`The password must have at least ${MIN_LENGTH} characters`);
  if (length > MAX_LENGTH) refuse(`The password must have at most ${MAX_LENGTH} characters`);
  if (password !== passwordConfirm) refuse("The passwords are not the same");
  if (common.has(password.toLowerCase())) refuse("This password is too common. Please choose another one");
}

function refuse(message: string): never {
  throw new AppError("bad-request", message);
}
