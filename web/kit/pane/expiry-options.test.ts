import { expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { expiryKeyOptions, expiryOptions } from "./expiry-options.ts";

const labels = (options: readonly { readonly label: string }[]): readonly string[] => options.map(({ label }) => label);

it("options are 'Mon DD', with the year where it would be taken for another", () => {
  const dates = ["2026-11-24", "2026-12-01", "2027-11-30", "2027-12-01"].map(isoDate);
  expect(labels(expiryOptions(dates))).toEqual(["Nov 24", "Dec 01 2026", "Nov 30 2027", "Dec 01 2027"]);
});

it("futures and strategies are 'M:D:YYYY', as they are kept", () => {
  const options = expiryKeyOptions([isoDate("2026-11-24"), isoDate("2027-01-05")]);
  expect(options).toEqual([
    { value: "2026-11-24", label: "11:24:2026" },
    { value: "2027-01-05", label: "1:5:2027" },
  ]);
});
