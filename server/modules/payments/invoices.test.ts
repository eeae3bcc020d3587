import { expect, test } from "vitest";
import { onEachDatabase } from "../../testing/databases.ts";
import { financialYear, nextInvoice } from "./invoices.ts";

test("the financial year begins on 1 April, IST", () => {
  expect(financialYear(new Date("2026-03-31T18:29:59Z"))).toBe("25-26");
  expect(financialYear(new Date("2026-03-31T18:30:00Z"))).toBe("26-27");
  expect(financialYear(new Date("2099-12-31T00:00:00Z"))).toBe("99-00");
});

onEachDatabase("invoice numbers", (database) => {
  const now = new Date("2026-11-20T06:00:00Z");
  const take = (prefix: string, at = now) => database().orm.transaction((tx) => nextInvoice(tx, prefix, at));

  test("count from 1 in each series and year, parallel sales too, and a failed sale takes none", async () => {
    expect(await take("A")).toBe("A/26-27/000001");
    const failing = database().orm.transaction(async (tx) => {
      await nextInvoice(tx, "A", now);
      throw new Error("the sale failed");
    });
    await expect(failing).rejects.toThrow("the sale failed");
    const parallel = await Promise.all(Array.from({ length: 10 }, () => take("A")));
    expect(parallel.toSorted()).toEqual(
      Array.from({ length: 10 }, (_, i) => `A/26-27/${String(i + 2).padStart(6, "0")}`),
    );
    expect(await take("B")).toBe("B/26-27/000001");
    expect(await take("A", new Date("2027-04-01T06:00:00Z"))).toBe("A/27-28/000001");
    expect((await take("SIM")).length).toBeLessThanOrEqual(16);
  });
});
