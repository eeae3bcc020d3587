import { createPasswords } from "../../modules/accounts/password.ts";

/** Of all users of the tests. */
export const PASSWORD = "correct horse battery";

let hash: Promise<string> | undefined;

/** Worked out once a process: it is slow by intent. */
export const passwordHash = (): Promise<string> => {
  hash ??= createPasswords().hash(PASSWORD);
  return hash;
};
