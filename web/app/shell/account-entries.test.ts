import { expect, it } from "vitest";
import { accountEntries, warningOf } from "./account-entries.ts";

const labels = (hasBroker: boolean) => accountEntries(hasBroker).map(({ label }) => label);

it("the account menu has the dashboard and the broker's logout only with a broker", () => {
  expect(labels(false)).toEqual(["Account Details", "Broker Login", "Logout"]);
  expect(labels(true)).toEqual(["Account Details", "Dashboard", "Broker Logout", "Logout"]);
});

it("the icon is orange with two days left, red with fewer", () => {
  expect(([3, 2, 1, 0, "Nil"] as const).map((left) => warningOf(left)?.colour)).toEqual([
    undefined,
    "orange",
    "red",
    "red",
    undefined,
  ]);
  expect(warningOf(1)?.words).toBe("1 day of subscription left");
});
