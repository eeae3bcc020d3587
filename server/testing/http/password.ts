import { hash } from "@node-rs/argon2";
import { createPasswords } from "../../modules/accounts/password.ts";

/** Of all users of the tests. */
export const PASSWORD = "correct horse battery";

let slow: Promise<string> | undefined;
let quick: Promise<string> | undefined;

/** As the product makes it, worked out once a process: it is slow by intent. */
export const passwordHash = (): Promise<string> => {
  slow ??= createPasswords().hash(PASSWORD);
  return slow;
};

/** A login reads from the hash what it costs: this one is for tests that are about something else. */
export const quickHash = (): Promise<string> => {
  quick ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  return quick;
};
