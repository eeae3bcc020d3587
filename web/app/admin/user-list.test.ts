import { describe, expect, it } from "vitest";
import type { AdminUser } from "#contract/wire/http/admin.ts";
import {
  breakdownText,
  dayOf,
  daysLeftText,
  historyOf,
  isSubscriber,
  momentOf,
  numbered,
  usersOf,
  type VIEWS,
} from "./user-list.ts";

const NOW = Date.parse("2026-08-18T20:00:00Z"); // 01:30 on the 19th in India
const moment = momentOf(NOW);

const user = (email: string, part: Partial<AdminUser> = {}): AdminUser => ({
  id: email,
  email,
  confirmed: true,
  isLoggedIn: "",
  isSubscribed: false,
  validity: null,
  subscriptionType: null,
  period: [],
  subscription: [],
  ...part,
});
const inDays = (days: number): string => new Date(NOW + days * 86_400_000).toISOString();

const users = numbered([
  user("never@x.in"),
  user("Live@x.in", { isSubscribed: true, validity: inDays(1.2), isLoggedIn: "8/19/2026, 12:10:00 AM" }),
  user("over@x.in", { isSubscribed: true, validity: inDays(-0.1), isLoggedIn: "8/18/2026, 9:10:00 AM" }),
  user("ended@y.in", { validity: inDays(-40) }),
  user("granted-not@y.in", { validity: inDays(5), isLoggedIn: "18/19/2026, 9:10:00 AM" }),
]);
const names = (view: (typeof VIEWS)[number], search = "") =>
  usersOf(users, view, search, moment).map(({ email }) => email.split("@")[0]);

describe("the user list", () => {
  it("numbers users from 1, and keeps the numbers in every view", () => {
    expect(users.map(({ num }) => num)).toEqual([1, 2, 3, 4, 5]);
    expect(usersOf(users, "Expired", "", moment).map(({ num }) => num)).toEqual([3, 4]);
  });

  it("has four views", () => {
    expect(names("All Users")).toEqual(["never", "Live", "over", "ended", "granted-not"]);
    expect(names("Log In")).toEqual(["Live"]);
    expect(names("Subscribers")).toEqual(["Live"]);
    expect(names("Expired")).toEqual(["over", "ended"]);
  });

  it("finds part of an e-mail address, in any case", () => {
    expect(names("All Users", " LIVE ")).toEqual(["Live"]);
    expect(names("Expired", "@y.in")).toEqual(["ended"]);
    expect(names("All Users", "nobody")).toEqual([]);
  });

  it("calls subscribed who was given a plan that is not over", () => {
    expect(users.map((one) => isSubscriber(one, moment))).toEqual([false, true, false, false, false]);
  });

  it("counts days left up, and says when a subscription ended", () => {
    const left = (view: "All Users" | "Expired") => users.map((one) => daysLeftText(one, view, moment));
    expect(left("All Users")).toEqual(["-", "2", "Expired", "Expired", "5"]);
    expect(left("Expired")).toEqual(["-", "2", "18 Aug 2026", "10 Jul 2026", "5"]);
  });

  it("dates by the day in India", () => {
    expect(dayOf("2026-08-18T20:00:00Z")).toBe("19 Aug 2026");
    expect(dayOf(undefined)).toBe("-");
  });

  it("tells what a user was given, newest first", () => {
    const given = user("a@b.in", {
      subscription: ["2026-07-01T00:00:00Z", "2026-08-01T00:00:00Z"],
      period: ["live-weekly"],
    });
    expect(historyOf(given)).toEqual([
      { date: "2026-08-01T00:00:00Z", period: "-" },
      { date: "2026-07-01T00:00:00Z", period: "live-weekly" },
    ]);
  });

  it("breaks subscribers down by period", () => {
    const counts = (regular: number, other: number) => ({ regular, other });
    const stats = {
      weekly: counts(3, 0),
      monthly: counts(4, 2),
      quarterly: counts(0, 1),
      halfyearly: counts(1, 0),
      annualy: counts(9, 1),
      unknown: 5,
      brokerTrials: {},
    };
    expect(breakdownText(stats)).toBe("| W r:3 | M r:4 - o:2 | Q r:0 - o:1 | H r:1 - o:0 | A r:9 - o:1 | U:5");
  });
});
