/** The bug report, sent to the real server. */
import { MAX_COMMENT_LENGTH } from "#contract/wire/http/report.ts";
import { faultsInBothThemes } from "../../testing/axe.ts";
import { stopClock } from "../../testing/clock.ts";
import { expect, test } from "../../testing/fixtures.ts";
import { ownContext } from "../../testing/kept-browser.ts";
import { DEMO } from "../../testing/product.ts";
import { logIn } from "../../testing/session.ts";

test.use({ context: ownContext }); // its clock stands

test("a report is written, sent, and answered for five seconds", async ({ page, complaints }) => {
  await logIn(page);
  await page.goto("/report");
  await expect(page).toHaveTitle("Bug Report - Strikeboard");
  const heading = "Found a Bug or have any Feedback ? Please submit.";
  await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(DEMO.email);
  await expect(page.getByRole("group", { name: "Device" }).getByRole("radio")).toHaveCount(2);
  await page.getByLabel("Mobile").check();
  await page.getByLabel("Browser").fill("Firefox 140");
  const comment = page.getByPlaceholder("Please enter your comment");
  await expect(comment).toHaveAttribute("rows", "10");
  await expect(comment).toHaveAttribute("maxlength", String(MAX_COMMENT_LENGTH));
  const submit = page.getByRole("button", { name: "SUBMIT" });
  await expect(submit).toBeDisabled();
  await comment.fill("The PCR stood still between 10:52 and 11:01.");

  await stopClock(page);
  const posted = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/report"));
  const replied = page.waitForResponse((response) => response.url().endsWith("/api/v1/report"));
  await submit.click();
  expect((await posted).postDataJSON()).toEqual({
    useremail: DEMO.email,
    comment: "The PCR stood still between 10:52 and 11:01.",
    system: "mobile",
    browser: "Firefox 140",
  });
  const { message } = await (await replied).json();
  const shown = page.getByText(message, { exact: true });
  await expect(shown).toBeVisible();
  await expect(comment).toHaveValue("");
  await page.clock.runFor(4900);
  await expect(shown).toBeVisible();
  await page.clock.runFor(200);
  await expect(shown).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a refusal is said, and nothing of the comment is lost; accessible, dark and light", async ({ page }) => {
  await logIn(page);
  await page.goto("/report");
  const words = "You have sent many reports. Please try again later";
  await page.route("**/api/v1/report", (route) =>
    route.fulfill({ status: 429, json: { status: "fail", message: words } }),
  );
  await page.getByLabel("Comment").fill("again");
  await page.getByRole("button", { name: "SUBMIT" }).click();
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByLabel("Comment")).toHaveValue("again");
  expect(await faultsInBothThemes(page)).toEqual([]);
});
