import { describe, expect, test } from "vitest";
import type { Outcome } from "#contract/wire/http/order-bodies.ts";
import { CALL } from "./__fixtures__/contract.ts";
import { resultWords } from "./child.ts";
import { newDraft } from "./draft.ts";
import { isPlaced, openTicket, reduceTicket, type TicketAction, type TicketState } from "./ticket.ts";

const rules = { isMarginOnly: false, isEdit: false };
const quoteAt = (ltp: number) => ({ ltp, previousClose: 9, spot: 24_200, previousSpot: 24_210 });
const contract = { ...CALL, strike: 24_150 };
const opened = openTicket(newDraft(contract, 1, quoteAt(14.4), rules), rules);

const apply = (from: TicketState, ...actions: readonly TicketAction[]): TicketState =>
  actions.reduce(reduceTicket, from);
const large: TicketAction = { type: "number", field: "qty", value: 3900 };
const submit = (press = "one", asks = false): TicketAction => ({ type: "submit", press, asks });
const price = (ltp: number): TicketAction => ({ type: "quote", quote: quoteAt(ltp) });
const outcome = (state: Outcome["state"], m = ""): Outcome => ({ s: state === "placed" ? "ok" : "error", m, state });

describe("a press", () => {
  test("sends the children of the draft, each waiting its turn", () => {
    const sent = apply(opened, large, submit());
    expect(sent).toMatchObject({ stage: "sent", press: "one" });
    expect(sent.children.map(({ item, state }) => [item.qty, state])).toEqual([
      [1755, "waiting"],
      [1755, "waiting"],
      [390, "waiting"],
    ]);
  });

  test("of a double click sends once", () => {
    const once = apply(opened, submit("one"));
    expect(apply(once, submit("two"), { type: "confirm", press: "three" })).toBe(once);
  });

  test("sends nothing while a warning stands", () => {
    const wrong = apply(opened, { type: "number", field: "qty", value: 10 });
    expect(apply(wrong, submit())).toBe(wrong);
  });

  test("locks the fields; the price goes on", () => {
    for (const from of [apply(opened, submit()), apply(opened, submit("one", true))]) {
      expect(apply(from, large, { type: "flip" }, { type: "kind", kind: "Market" })).toBe(from);
      expect(apply(from, price(14.5)).draft.ltp).toBe(14.5);
    }
  });
});

describe("the review", () => {
  const reviewed = apply(opened, submit("one", true));

  test("stands before anything is sent, and a second press sends", () => {
    expect(reviewed).toMatchObject({ stage: "review", reviewedAt: 14.4, children: [], press: "" });
    expect(apply(reviewed, { type: "confirm", press: "two" })).toMatchObject({ stage: "sent", press: "two" });
  });

  test("Back unlocks the fields", () => {
    expect(apply(reviewed, { type: "back" }, large)).toMatchObject({ stage: "fill", draft: { qty: 3900 } });
  });

  test.each([
    [14.55, true],
    [14.25, true],
    [14.6, false],
    [14.2, false],
  ])("at %d: three ticks are confirmed, more are looked at again: %s", (ltp, isSent) => {
    const pressed = apply(reviewed, price(ltp), { type: "confirm", press: "two" });
    expect(pressed.stage).toBe(isSent ? "sent" : "review");
    if (isSent) return;
    expect(pressed).toMatchObject({ movedFrom: 14.4, reviewedAt: ltp, children: [] });
    expect(apply(pressed, { type: "confirm", press: "three" }).stage).toBe("sent");
  });

  test("a price that is lost meanwhile is looked at again", () => {
    expect(apply(reviewed, price(Number.NaN), { type: "confirm", press: "two" }).stage).toBe("review");
  });

  test("a warning that comes up meanwhile leads back to the fields", () => {
    const stop = apply(opened, { type: "kind", kind: "Stop" }, submit("one", true));
    expect(apply(stop, price(14.5), { type: "confirm", press: "two" }).stage).toBe("fill");
  });

  test("stands in any case before more than forty children", () => {
    const most = { type: "number", field: "qty", value: 40 * 1755 } as const;
    expect(apply(opened, most, submit()).stage).toBe("sent");
    const more = apply(opened, { ...most, value: 40 * 1755 + 65 }, submit());
    expect(more.stage).toBe("review");
    expect(apply(more, { type: "confirm", press: "two" }).children).toHaveLength(41);
  });
});

describe("answers", () => {
  const sent = apply(opened, large, submit(), { type: "sending", from: 0, count: 3 });
  const words = (state: TicketState): readonly string[] => resultWords(state.children, true);

  test("all placed: it may close", () => {
    const outcomes = [outcome("placed"), outcome("placed"), outcome("placed")];
    const done = apply(sent, { type: "answers", from: 0, outcomes });
    expect(words(done)).toEqual(["Order Placed x 3"]);
    expect(isPlaced(done)).toBe(true);
    expect(isPlaced(opened)).toBe(false);
  });

  test("some refused: it stays, clears, and can be sent again under another press", () => {
    const outcomes = [outcome("placed"), outcome("refused", "No margin"), outcome("refused", "No margin")];
    const mixed = apply(sent, { type: "answers", from: 0, outcomes });
    expect(words(mixed)).toEqual(["Order Placed x 1", "Order Rejected x 2", "No margin"]);
    expect(resultWords(mixed.children, false)).toEqual(["Order Placed x 1", "Order Rejected x 2"]);
    expect(isPlaced(mixed)).toBe(false);
    const cleared = apply(mixed, { type: "clear" });
    expect(cleared).toMatchObject({ stage: "fill", children: [] });
    expect(apply(cleared, submit("two")).press).toBe("two");
  });

  test("the next press offers what was rejected alone; an edited order stays as it was typed", () => {
    const outcomes = [outcome("placed"), outcome("refused"), outcome("absent")];
    const cleared = apply(sent, { type: "answers", from: 0, outcomes }, { type: "clear" });
    expect(cleared.draft).toMatchObject({ qty: 1755 + 390, message: ["Total Orders = 2, Qty 1755 x 1 , Qty 390 x 1"] });
    expect(apply(cleared, submit("two")).children.map(({ item }) => item.qty)).toEqual([1755, 390]);
    const edit = openTicket({ ...opened.draft, qty: 130 }, { ...rules, isEdit: true });
    const refused = apply(edit, submit(), { type: "answers", from: 0, outcomes: [outcome("refused")] });
    expect(apply(refused, { type: "clear" }).draft).toMatchObject({ qty: 130 });
  });

  test("what waits behind one in doubt may be taken back: it may be sent again then, and what was placed may not", () => {
    const unknown: TicketAction = { type: "answers", from: 0, outcomes: [outcome("unknown")] };
    const taken = apply(opened, large, submit(), unknown, { type: "drop" });
    expect(taken.children.map(({ state }) => state)).toEqual(["unknown", "dropped", "dropped"]);
    const known = apply(taken, { type: "answers", from: 0, outcomes: [outcome("placed")] }, { type: "clear" });
    expect(known).toMatchObject({ stage: "fill", draft: { qty: 1755 + 390 } });
  });

  test("what is not known counts neither way, and nothing is cleared or sent before it is", () => {
    const outcomes = [outcome("placed"), outcome("unknown"), outcome("sending")];
    const open = apply(sent, { type: "answers", from: 0, outcomes });
    expect(words(open)).toEqual(["Order Placed x 1", "Not confirmed x 2"]);
    const told = apply(open, { type: "answers", from: 1, outcomes: [outcome("placed"), outcome("refused")] });
    expect(told.children.map(({ wasInDoubt }) => wasInDoubt)).toEqual([undefined, true, true]);
    expect(isPlaced(open)).toBe(false);
    expect(apply(open, { type: "clear" }, submit("two"))).toBe(open);
    const found = apply(open, { type: "answers", from: 1, outcomes: [outcome("placed"), outcome("absent")] });
    expect(words(found)).toEqual(["Order Placed x 2", "Order Rejected x 1"]);
    // The words of what was given up are the product's own, whatever the broker lists.
    const byWord = {
      type: "answers",
      from: 1,
      outcomes: [outcome("placed"), outcome("absent", "By your word")],
    } as const;
    const given = resultWords(apply(open, byWord).children, false);
    expect(given).toEqual(["Order Placed x 2", "Order Rejected x 1", "By your word"]);
  });

  test("a call that was lost is not known", () => {
    expect(words(apply(sent, { type: "lost", from: 0, count: 3 }))).toEqual(["Not confirmed x 3"]);
  });

  test("a refusal in one batch keeps it open, whatever the last one says", () => {
    const many = apply(opened, { ...large, value: 11 * 1755 }, submit());
    const first = [outcome("refused"), ...Array.from({ length: 9 }, () => outcome("placed"))];
    const done = apply(
      many,
      { type: "answers", from: 0, outcomes: first },
      { type: "answers", from: 10, outcomes: [outcome("placed")] },
    );
    expect(words(done)).toEqual(["Order Placed x 10", "Order Rejected x 1"]);
    expect(isPlaced(done)).toBe(false);
  });
});
