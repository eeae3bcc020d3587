import { createPasswords } from "../../modules/accounts/password.ts";

/** Of all users of the tests. */
export const PASSWORD = "correct horse battery";

/** What the product hashes with is slow by intent: only tests about that pay for it. */
export const quickPasswords = () => createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });

let hashed: Promise<string> | undefined;

/** Of PASSWORD, worked out once a process. A login reads from a hash what it costs. */
export const passwordHash = (): Promise<string> => {
  hashed ??= quickPasswords().hash(PASSWORD);
  return hashed;
};
