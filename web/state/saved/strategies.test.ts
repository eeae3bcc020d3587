import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";

const KEY = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";
const ID = "7c0f2f0e-51b1-4f6e-9a51-0d6c3b9f4a11";
const legsOf = (...strategy: number[]) => ({
  name: "Fly",
  symbolName: "NIFTY",
  expiry: "7:30:2026",
  date: "2026-07-27",
  strategy,
});

interface Sent {
  readonly path: string;
  readonly body: { readonly strategyObj: string; readonly id?: string };
  readonly headers: Readonly<Record<string, string>>;
}

/** @param answers one for each call: a status, "fail" where it is in words alone, or nothing where the network fails */
async function saving(...answers: readonly (number | "fail" | undefined)[]) {
  stubBrowserGlobals({ user: JSON.stringify({ ...user, key: KEY }) });
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, { body, headers }: { body: string; headers: Sent["headers"] }) => {
    if (url.endsWith("privacy/key")) return Response.json({ key: null });
    sent.push({ path: url.split("/").at(-1) ?? "", body: JSON.parse(body), headers });
    const status = answers[sent.length - 1];
    if (status === undefined) throw new TypeError("no network");
    if (status === "fail") return Response.json({ status, message: "no room" });
    const saveDetails = { name: "Fly", id: ID, portfolio: "My Portfolio" };
    return Response.json({ message: "words", saveDetails }, { status, headers: { ETag: `"7c0f2f0e:${sent.length}"` } });
  });
  const { sealStrategyAtom } = await import("./strategies.ts");
  const store = createStore();
  const save = async (...legs: number[]) =>
    (await store.set(sealStrategyAtom, { strategy: legsOf(...legs), newId: ID })).send();
  return { sent, save };
}

beforeEach(() => void vi.resetModules());
afterEach(() => void vi.unstubAllGlobals());

describe("a new strategy", () => {
  it("is sent under a key of its own, which is its id where it has one", async () => {
    const { sent, save } = await saving(200);
    expect((await save(1)).saved.id).toBe(ID);
    expect(sent).toMatchObject([{ path: "save", body: { id: ID }, headers: { "Idempotency-Key": ID } }]);
  });

  it.each([undefined, 502])(
    "whose answer is %s is sent again as it was, then replaced by what it is now",
    async (lost) => {
      const { sent, save } = await saving(lost, 200, 200);
      await expect(save(1)).rejects.toThrow();
      await save(2);
      const [first, again, changed] = sent;
      expect(again).toEqual(first);
      expect(changed).toMatchObject({ path: "saveas", body: { id: ID }, headers: { "If-Match": '"7c0f2f0e:2"' } });
      expect(changed?.body.strategyObj).not.toBe(first?.body.strategyObj);
    },
  );

  it("that the server refuses in words alone is refused, with its status and those words", async () => {
    const { save } = await saving("fail");
    await expect(save(1)).rejects.toMatchObject({ name: "RefusedCall", status: 200, message: "fail: no room" });
  });

  it("that the server refused is another one when it is saved again", async () => {
    const { sent, save } = await saving(409, 200);
    await expect(save(1)).rejects.toThrow();
    await save(2);
    expect(sent.map(({ path }) => path)).toEqual(["save", "save"]);
    expect(sent[1]?.body.strategyObj).not.toBe(sent[0]?.body.strategyObj);
  });
});
