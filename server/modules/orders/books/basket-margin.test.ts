/** What a ticket is told of margin and money. */
import { expect, test } from "vitest";
import { BrokerError, type BrokerPort, type BrokerSession } from "../../../brokers/port.ts";
import { marginOf } from "./basket-margin.ts";

const session = { userId: "FX0011" } as BrokerSession;

/** @returns what is told, and whether each question was a page's */
async function told(margin: () => Promise<{ required: number }>) {
  const pages: unknown[] = [];
  const port = {
    margin(of: BrokerSession) {
      pages.push(of.forPage);
      return margin();
    },
    async funds(of: BrokerSession) {
      pages.push(of.forPage);
      return [{ title: "Available Balance", amount: 5000 }];
    },
  } as unknown as BrokerPort;
  return { ...(await marginOf({ port, session }, [])).data, pages };
}

test("both questions are a page's: the last requests of a minute are the orders'", async () => {
  expect(await told(async () => ({ required: 900 }))).toEqual({
    ...{ required: 900, separately: null, available: 5000 },
    pages: [true, true],
  });
});

test("a margin that is refused hides no money; without an answer nothing is told", async () => {
  const fails = (kind: BrokerError["kind"]) => told(() => Promise.reject(new BrokerError(kind, "No")));
  expect(await fails("refused")).toMatchObject({ required: null, available: 5000 });
  await expect(fails("away")).rejects.toMatchObject({ kind: "away" });
  await expect(fails("session")).rejects.toMatchObject({ kind: "session" });
});
