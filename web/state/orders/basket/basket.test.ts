import { describe, expect, test } from "vitest";
import type { BookOrderBody, Outcome } from "#contract/wire/http/order-bodies.ts";
import { CALL } from "../__fixtures__/contract.ts";
import { type DraftAction, newDraft } from "../draft.ts";
import {
  awaitsBook,
  type BasketAction,
  type BasketState,
  canSubmit,
  doubtedOf,
  emptyBasket,
  heldOf,
  inOrder,
  netPremium,
  partOf,
  reduceBasket,
  signatureOf,
} from "./basket.ts";

const rules = { isMarginOnly: false, isEdit: false };
const quote = { ltp: 18.15, previousClose: 20, spot: 24_200, previousSpot: 24_210 };

function leg(id: string, side: 1 | -1, ltp = 18.15, lots = 1): BasketAction {
  const contract = { ...CALL, strike: 24_700, securityId: id };
  return { type: "add", id, draft: { ...newDraft(contract, side, { ...quote, ltp }, rules), qty: 65 * lots }, rules };
}
const apply = (from: BasketState, ...actions: readonly BasketAction[]): BasketState =>
  actions.reduce(reduceBasket, from);
const of = (state: Outcome["state"]): Outcome => ({ s: state === "placed" ? "ok" : "error", m: "", state });
const answers = (from: number, ...states: readonly Outcome["state"][]): BasketAction => ({
  type: "answers",
  from,
  outcomes: states.map(of),
});
const condor = apply(emptyBasket(), leg("s1", -1, 56.9), leg("b1", 1), leg("b2", 1, 15.95, 60), leg("s2", -1, 46.45));
const submit: BasketAction = { type: "submit", press: "p" };
const states = ({ legs }: BasketState) => legs.map(({ children }) => children.map(({ state }) => state).join(" "));

test("buys go first, whatever the order of the legs; sells are counted on from them", () => {
  const sent = apply(condor, submit);
  expect(sent).toMatchObject({ stage: "buys", press: "p" });
  expect(partOf(sent, "buys").children.map(({ item }) => [item.securityId, item.qty])).toEqual([
    ["b1", 65],
    ["b2", 1755],
    ["b2", 1755],
    ["b2", 390],
  ]);
  expect(partOf(sent, "sells")).toMatchObject({ firstBatch: 1 });
  expect(partOf(sent, "sells").children.map(({ item }) => item.securityId)).toEqual(["s1", "s2"]);
});

test("what the server does not know either is named by its call and its place there", () => {
  const doubted = (from: number): BasketAction => ({
    ...{ type: "answers", from },
    outcomes: [{ ...of("unknown"), reads: 2 }],
  });
  const buying = apply(emptyBasket(), leg("s", -1), leg("b", 1, 15.95, 27 * 11), submit, answers(0, "unknown"));
  const both = [" s", " b"];
  expect(doubtedOf(buying, both)).toEqual([]); // it may be on its way to the server still
  const bought = apply(buying, doubted(10));
  expect(doubtedOf(bought, both)).toEqual([{ batch: 1, item: 0 }]);
  const all = apply({ ...bought, stage: "sells" }, doubted(0));
  expect(doubtedOf(all, both)).toEqual([
    { batch: 1, item: 0 },
    { batch: 2, item: 0 },
  ]);
  // Of the others nobody was asked: a copy of a strategy has the ids of its orders, too.
  expect(doubtedOf(all, [" s", "copy b"])).toEqual([{ batch: 2, item: 0 }]);
});

test("answers reach the children of the side that is being sent", () => {
  const bought = apply(
    condor,
    submit,
    { type: "sending", from: 0, count: 4 },
    answers(0, "placed", "unknown", "placed", "refused"),
  );
  expect(states(bought)).toEqual(["waiting", "placed", "unknown placed rejected", "waiting"]);
  const found = apply(bought, answers(1, "placed"), { type: "over", stage: "buys" });
  expect(found.stage).toBe("asks");
  const sold = apply(
    found,
    { type: "sell anyway" },
    { type: "sending", from: 0, count: 2 },
    answers(0, "placed", "placed"),
  );
  expect(states(sold)).toEqual(["placed", "placed", "placed placed rejected", "placed"]);
  expect(apply(sold, { type: "over", stage: "sells" }).stage).toBe("done");
});

describe("after the buys", () => {
  const bought = (...outcomes: readonly Outcome["state"][]) =>
    apply(condor, submit, answers(0, ...outcomes), { type: "over", stage: "buys" });

  test("all placed: a pause, then the sells", () => {
    const pause = bought("placed", "placed", "placed", "placed");
    expect(pause.stage).toBe("pause");
    expect(apply(pause, { type: "over", stage: "pause" }).stage).toBe("sells");
  });

  test("one refused: nothing is sold unless the user says so", () => {
    const asks = bought("placed", "refused", "placed", "placed");
    expect(asks.stage).toBe("asks");
    expect(apply(asks, { type: "over", stage: "pause" })).toBe(asks);
    const dropped = apply(asks, { type: "drop" });
    expect(dropped.stage).toBe("done");
    expect(states(dropped)).toEqual(["dropped", "placed", "rejected placed placed", "dropped"]);
    expect(apply(dropped, { type: "clear" })).toEqual(emptyBasket());
  });

  test("sells are not sent anyway before a buy is refused", () => {
    for (const from of [apply(condor, submit), bought("placed", "placed", "placed", "placed")])
      expect(apply(from, { type: "sell anyway" })).toBe(from);
  });

  test("sells that wait for a buy may be taken back; the buys that wait go, and what is being sold stays", () => {
    const large = apply(emptyBasket(), leg("s", -1), leg("b", 1, 15.95, 27 * 11), submit, answers(0, "unknown"));
    const dropped = apply(large, { type: "drop" });
    expect(dropped.stage).toBe("buys");
    expect(states(dropped)).toEqual(["dropped", `unknown${" waiting".repeat(10)}`]);
    const refused = new Array(11).fill("refused");
    expect(apply(dropped, answers(0, ...refused), { type: "over", stage: "buys" }).stage).toBe("done");
    const pause = bought("placed", "placed", "placed", "placed");
    const over = apply(pause, { type: "drop" });
    expect(over.stage).toBe("done"); // a buy that the book rejects asks for nothing any more
    expect(apply(over, { type: "over", stage: "pause" })).toBe(over);
    const selling = apply(pause, { type: "over", stage: "pause" });
    expect(apply(selling, { type: "drop" })).toBe(selling);
  });
});

test("sells alone go at once, buys alone end with themselves", () => {
  expect(apply(emptyBasket(), leg("s", -1), submit).stage).toBe("sells");
  const bought = apply(emptyBasket(), leg("b", 1), submit, answers(0, "refused"), { type: "over", stage: "buys" });
  expect(bought.stage).toBe("done");
});

test("legs are listed as they were asked for, whichever price came first; one without a price is not there yet", () => {
  const ids = (state: BasketState) => state.legs.map(({ id }) => id);
  expect(ids(inOrder(condor, ["b2", "none", "s1"]))).toEqual(["b2", "s1"]);
});

test("legs are added, changed and removed until the press, and not after it", () => {
  const edit: BasketAction = { type: "edit", id: "b1", action: { type: "number", field: "qty", value: 130 } };
  const changed = apply(condor, edit, { type: "remove", id: "s2" });
  expect(changed.legs.map(({ id, draft }) => [id, draft.qty])).toEqual([
    ["s1", 65],
    ["b1", 130],
    ["b2", 3900],
  ]);
  const sent = apply(condor, submit);
  expect(apply(sent, edit, { type: "remove", id: "s2" }, leg("more", 1), { ...submit, press: "again" })).toBe(sent);
  const ticked = apply(sent, { type: "edit", id: "b1", action: { type: "quote", quote: { ...quote, ltp: 19 } } });
  expect(ticked.legs[1]?.draft).toMatchObject({ ltp: 19, limitPrice: 18.15 });
});

test("nothing is sent without legs, nor while one of them is wrong", () => {
  expect(canSubmit(emptyBasket())).toBe(false);
  const wrong = apply(condor, { type: "edit", id: "b1", action: { type: "number", field: "qty", value: 1 } });
  expect(canSubmit(wrong)).toBe(false);
  expect(apply(wrong, submit)).toBe(wrong);
});

test("the net premium is what is paid less what is received", () => {
  const pair = apply(emptyBasket(), leg("b", 1, 18.15), leg("s", -1, 56.9));
  expect(netPremium(pair)).toBeCloseTo((18.15 - 56.9) * 65, 6);
});

test("the basket stays while anything of it is in doubt", () => {
  const bought = apply(emptyBasket(), leg("b", 1), submit, { type: "lost", from: 0, count: 1 });
  const done = apply(bought, { type: "over", stage: "buys" });
  expect(apply(done, { type: "clear" })).toBe(done);
});

describe("the broker's book", () => {
  /** One buy, one sell; the buy is placed as order 1. */
  const pair = apply(emptyBasket(), leg("s1", -1, 56.9), leg("b1", 1, 18.15, 2));
  const details = { id: "1", price: null, qty: 130, at: "" };
  const placed = apply(pair, submit, {
    type: "answers",
    from: 0,
    outcomes: [{ ...of("placed"), ordExcDetails: details }],
  });
  const order = (change: Partial<BookOrderBody>): BasketAction => ({
    type: "book",
    orders: [
      {
        id: "1",
        status: 6,
        qty: 130,
        remainingQuantity: 130,
        tradedPrice: 0,
        orderDateTime: "2026-08-18 13:20:31",
        ...change,
      },
    ] as unknown as readonly BookOrderBody[],
  });

  test("says what of a leg has traded, until nothing more can", () => {
    expect(awaitsBook(pair)).toBe(false);
    expect(awaitsBook(placed)).toBe(true);
    expect(heldOf(placed)).toEqual({ now: [0, 0], ifFilled: [0, 0], paid: 0 });
    const partly = apply(placed, order({ remainingQuantity: 65, tradedPrice: 18 }));
    expect(heldOf(partly)).toMatchObject({ now: [0, 65], paid: 1170 });
    expect(awaitsBook(partly)).toBe(true);
    const whole = apply(partly, order({ status: 2, remainingQuantity: 0, tradedPrice: 18.1 }));
    expect(heldOf(whole)).toMatchObject({ now: [0, 130], paid: 2353 });
    expect(awaitsBook(whole)).toBe(false);
    expect(apply(whole, order({ status: 2, remainingQuantity: 0, tradedPrice: 18.1 }))).toBe(whole);
    // Of one that ended half done it does not say how much.
    expect(heldOf(apply(placed, order({ status: 1, remainingQuantity: 0, tradedPrice: 18 }))).now[1]).toBeNaN();
  });

  test("holds the sells back where a buy was rejected after it was taken", () => {
    const waits = apply(placed, { type: "over", stage: "buys" });
    expect(waits.stage).toBe("pause");
    const rejected = apply(waits, order({ status: 5, message: "RMS: no margin" }));
    expect(rejected.stage).toBe("asks");
    expect(rejected.legs[1]?.children).toMatchObject([{ state: "rejected", message: "RMS: no margin" }]);
    // It was read before the last buy was answered.
    const early = apply(placed, order({ status: 5 }), { type: "over", stage: "buys" });
    expect(early.stage).toBe("asks");
  });

  test("counts what is in doubt apart", () => {
    const doubt = apply(pair, submit, answers(0, "unknown"));
    expect(heldOf(doubt)).toEqual({ now: [0, 0], ifFilled: [0, 130], paid: 0 });
  });
});

test("a basket is confirmed as it was looked at: prices that pass change nothing, an edit or another leg do", () => {
  const signature = signatureOf(condor);
  const edit = (action: DraftAction): BasketAction => ({ type: "edit", id: "b1", action });
  expect(signatureOf(apply(condor, edit({ type: "quote", quote: { ...quote, ltp: 19 } })))).toBe(signature);
  expect(signatureOf(apply(condor, edit({ type: "number", field: "limitPrice", value: 19 })))).not.toBe(signature);
  expect(signatureOf(apply(condor, edit({ type: "product", product: "Margin" })))).not.toBe(signature);
  expect(signatureOf(apply(condor, leg("b3", 1)))).not.toBe(signature);
  expect(signatureOf(apply(condor, { type: "remove", id: "b1" }))).not.toBe(signature);
  expect(signatureOf(apply(condor, edit({ type: "number", field: "qty", value: 10 })))).toBe("");
  expect(signatureOf(emptyBasket())).toBe("");
});
