import { describe, expect, it } from "vitest";
import { user } from "../../testing/market-data.ts";
import { loginOutcome } from "./login-outcome.ts";

describe("a login's reply", () => {
  it("says 'Login Successful', whatever the server's words", () => {
    expect(loginOutcome({ status: "success", message: "ok", token: "t", data: { user } })).toEqual({
      isIn: true,
      message: { text: "Login Successful", style: "ok" },
    });
  });

  it("lets nobody in whose clock is ahead of the session's end: the page would ask for the login again and again", () => {
    const over = { ...user, expires: Date.now() - 1 };
    expect(loginOutcome({ status: "success", message: "ok", token: "t", data: { user: over } })).toEqual({
      isIn: false,
      message: { text: expect.stringContaining("set its date and time"), style: "error" },
    });
  });

  it.each(["fail", "error"] as const)("of status %s is an error in the server's words", (status) => {
    expect(loginOutcome({ status, message: "Incorrect email or password" })).toEqual({
      isIn: false,
      message: { text: "Incorrect email or password", style: "error" },
    });
  });

  it("without a session lets nobody in", () => {
    expect(loginOutcome({ status: "success", message: "Confirm your e-mail" })).toEqual({
      isIn: false,
      message: { text: "Confirm your e-mail", style: "plain" },
    });
    expect(loginOutcome(null)).toEqual({ isIn: false, message: { text: "", style: "plain" } });
  });
});
