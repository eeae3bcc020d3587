/** Of two exits that chose one GTT the broker takes one deletion: the other exit has nothing to say of it. */
import { expect, test } from "vitest";
import type { BookGtt } from "#contract/domain/orders/gtt.ts";
import { type Position, SELL } from "#contract/domain/orders/order.ts";
import { isoDate } from "#contract/domain/units.ts";
import type { Connection } from "../../../brokers/connections.ts";
import { createSerial } from "../../../platform/serial.ts";
import { createManualClock } from "../../../testing/manual-clock.ts";
import type { Intent } from "../intents/intent.ts";
import type { Asked } from "../intents/submitting.ts";
import { createExiting, type ExitingDeps } from "./exiting.ts";
import { createLeftoverGtts } from "./leftover-gtts.ts";

const contract = {
  ...{ exchange: "NSE", underlying: "NIFTY", expiry: isoDate("2026-11-24"), strike: 24_000, type: "CE" },
} as const;
const part = { symbol: "NIFTY 24000", contract, productType: "MARGIN" };
const before = { ...part, id: "p", netQty: 65 } as Position;
const gtt = { ...part, id: "g", side: SELL, qty: 65, status: "active" } as BookGtt;
const connection = {
  accountId: "a",
  session: { broker: "zerodha" },
  port: { positions: async () => [{ ...before, netQty: 0 }] },
} as unknown as Connection;
const submission = { key: "a press of a button", batch: 0, bodyHash: Buffer.alloc(32) };

const deletion = (fields: Partial<Intent>): Intent =>
  ({ request: { kind: "gtt-delete", gtt }, message: "No such GTT", sentAt: new Date(0), ...fields }) as Intent;

/** @param others deletions of other presses @param own what becomes of this one's */
function leftoversOf(others: readonly Intent[], own: Partial<Intent>) {
  const asked = (all: readonly Asked[]) => all.map(({ request }) => deletion({ id: "own", ...own, request }));
  return createLeftoverGtts({
    submitting: { submit: async (_connection, _submission, all) => asked(all) },
    intents: { aboutGtts: async () => [deletion({ id: "own", ...own }), ...others] },
    clock: createManualClock(),
  });
}
function clear(...deletions: Parameters<typeof leftoversOf>) {
  const left = { choice: ["g"], gtts: [gtt], leaving: [{ before, isWhole: true }] };
  return leftoversOf(...deletions).clear(connection, submission, left, 1);
}

test.each(["placed", "sending", "unknown"] as const)("nothing is said where another's is %s", async (state) => {
  expect(await clear([deletion({ id: "other", state })], { state: "refused" })).toEqual([]);
});

test("the same press again says as little of it", async () => {
  const own = deletion({ id: "own", state: "refused" });
  const repeated = (others: readonly Intent[]) => {
    const submitting = { known: async () => [own] };
    const deps = { submitting, leftovers: leftoversOf(others, own), serially: createSerial() };
    return createExiting(deps as unknown as ExitingDeps)(connection, submission, { positions: [], gtts: ["g"] });
  };
  expect(await repeated([deletion({ id: "other", state: "placed" })])).toEqual({
    positions: [],
    gtts: [],
    heldBack: [],
  });
  expect((await repeated([])).gtts).toMatchObject([{ body: { m: "A GTT is not deleted: No such GTT" } }]);
});

test("it is said where no other press has deleted it", async () => {
  const words = "A GTT is not deleted: No such GTT";
  const refused = { state: "refused" } as const;
  for (const others of [[], [deletion({ id: "other", ...refused })]])
    expect(await clear(others, refused)).toMatchObject([{ body: { s: "error", m: words } }]);
});

test("one's own deletion is told, whatever others had", async () => {
  const others = [deletion({ id: "other", state: "refused" })];
  expect(await clear(others, { state: "placed", message: "" })).toMatchObject([{ body: { s: "ok" } }]);
});
