import { expect, it } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import { writeChain } from "../../testing/sample-chains.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { createFileArchive } from "../archive/file-archive.ts";
import { importFiles } from "../importers/import-files.ts";
import { createDailyStore } from "./daily-store.ts";
import { createPastCloses } from "./past-closes.ts";

const quiet = { begin: () => undefined, update: () => undefined, end: () => undefined };
const CASH = "DATE,SYMBOL,PREV_CLOSE,OPEN_PRICE,HIGH_PRICE,LOW_PRICE,LAST_PRICE,CLOSE_PRICE,AVG_PRICE,TTL_TRD_QNTY";

it("closes of imported days: with the change that the file tells, and a version that changes with the figures", async () => {
  const folder = temporaryFolder();
  const daily = createDailyStore({ folder });
  const archive = createFileArchive({ folder });
  const run = (lines: readonly string[]) =>
    importFiles([writeChain(folder, "a.csv", lines)], { archive, daily, progress: quiet });
  await run([CASH, "2025-07-01,TCS,3400,1,9999,1,3500,3468,1,1", "2025-07-02,TCS,3468,1,9999,1,3500,3502,1,1"]);
  await run(["symbol,Date,Open,High,Low,Close", "NIFTY,2025-07-01,1,99999,1,25541.8"]);
  const past = createPastCloses(daily);
  const [first, ...more] = await past.days(isoDate("2025-07-02"));
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    date: "2025-07-01",
    source: "import",
    closes: {
      TCS: { close: 3468, change: 2, iv: null },
      NIFTY: { close: 25_541.8, change: null, iv: null },
    },
    buildUps: {},
  });
  await run(["symbol,Date,Open,High,Low,Close", "NIFTY,2025-07-01,1,99999,1,25541.85"]);
  const [again] = await past.days(isoDate("2025-07-02"));
  expect(first.madeOf).toMatch(/^[0-9a-f]{64}$/);
  expect(again.madeOf).not.toBe(first.madeOf);
});
