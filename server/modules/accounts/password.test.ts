import { expect, test } from "vitest";
import { AppError } from "../../platform/errors.ts";
import { quickPasswords } from "../../testing/http/password.ts";
import { createPasswords } from "./password.ts";

/** ms, the shortest of some: a busy machine only adds. */
async function cost(work: () => Promise<boolean>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const from = performance.now();
    expect(await work()).toBe(false);
    times.push(performance.now() - from);
  }
  return Math.min(...times);
}

test("are hashed by argon2id, at what OWASP asks for", async () => {
  const passwords = createPasswords();
  const hashed = await passwords.hash("correct horse");
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.hash("correct horse")).not.toBe(hashed);
  expect(await passwords.verify(hashed, "correct horse")).toBe(true);
  expect(await passwords.verify(hashed, "correct horsf")).toBe(false);
});

test("an account that is not there is refused as slowly as a wrong password", async () => {
  const passwords = createPasswords();
  const hashed = await passwords.hash("correct horse");
  const wrong = await cost(() => passwords.verify(hashed, "wrong"));
  expect(await cost(() => passwords.verify(undefined, "wrong"))).toBeGreaterThan(wrong / 3);
});

test("a flood waits in turn up to five hundred, and the others are told to try again", async () => {
  const passwords = quickPasswords();
  const hashed = await passwords.hash("correct horse");
  const verified = Array.from({ length: 510 }, () => passwords.verify(hashed, "correct horse"));
  const outcomes = await Promise.allSettled(verified);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(502);
  const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  for (const error of refused) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "unavailable", retryAfter: 5 });
  }
  expect(await passwords.verify(hashed, "correct horse")).toBe(true);
});
