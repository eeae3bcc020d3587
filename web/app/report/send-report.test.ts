import { afterEach, expect, it, vi } from "vitest";
import { type Report, sendReport } from "./send-report.ts";

const REPORT: Report = { useremail: "a@b.in", comment: "A gap at 10:52", system: "desktop", browser: "Chrome" };

afterEach(() => vi.unstubAllGlobals());

it("a report is posted, and the server's words come back", async () => {
  const fetch = vi.fn(async () => Response.json({ status: "success", message: "Thank you" }));
  vi.stubGlobal("fetch", fetch);
  expect(await sendReport(REPORT)).toEqual({ isSent: true, message: "Thank you" });
  expect(fetch).toHaveBeenCalledWith(
    "/api/v1/report",
    expect.objectContaining({ method: "POST", body: JSON.stringify(REPORT) }),
  );
});

it("a refusal is the server's, too", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ status: "fail", message: "Too many reports" }, { status: 429 }));
  expect(await sendReport(REPORT)).toEqual({ isSent: false, message: "Too many reports" });
});

it("no answer, or none of ours, is said to be none", async () => {
  for (const answer of [() => Promise.reject(new TypeError("offline")), async () => new Response("<html>")]) {
    vi.stubGlobal("fetch", answer);
    expect(await sendReport(REPORT)).toMatchObject({ isSent: false, message: expect.stringMatching(/not answer/) });
  }
});
