import { createStore } from "jotai";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readTag, writeTag } from "#contract/wire/revisions.ts";
import { createSealer } from "#contract/wire/sealed.ts";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";
import { DEFAULT_VIEWS } from "./views.ts";

const KEY = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";
const FIELDS = ["userSettingViews", "userColumns"] as const;
const gain = { column: "LTP  +  Open", color: false, lakhs: false, crores: false, isValid: true };
/** What the account holds at revision 3. */
const ACCOUNT = {
  userSettingViews: { ...DEFAULT_VIEWS, Mine: DEFAULT_VIEWS["greeks"] },
  userColumns: { "Gain#": gain },
};

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A browser that has loaded nothing yet, and a server that keeps ACCOUNT. */
async function start(storage: Record<string, string> = {}) {
  stubBrowserGlobals({ user: JSON.stringify({ ...user, key: KEY }), ...storage });
  const [{ BROWSER_SEALING }, { saveConflictsAtom }, sync, { chain }, { ROUTE_MOUNT }, copy] = await Promise.all([
    import("../../state/saved/sealed-store.ts"),
    import("../../state/saved/save-conflicts.ts"),
    import("./sync-settings.ts"),
    import("./pane.ts"),
    import("../../kit/pane/mount.ts"),
    import("./account-copy.ts"),
  ]);
  const sealer = createSealer(BROWSER_SEALING, KEY);
  const answers = vi.fn(
    async (): Promise<Response> =>
      Response.json(
        { data: { data: await sealer.seal(`settings/${FIELDS.join(",")}`, ACCOUNT) } },
        { headers: { ETag: writeTag(FIELDS.map((field) => [field, 3] as const)) } },
      ),
  );
  const kept: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.method !== "POST") return answers();
    const field = FIELDS.find((one) => url.endsWith(one)) ?? expect.unreachable();
    const headers = { ETag: writeTag([[field, 4]]) };
    if (readTag(new Headers(init.headers).get("If-Match") ?? expect.unreachable()).get(field) !== 3) {
      const theirs = await sealer.seal(`settings/${field}`, ACCOUNT[field]);
      return Response.json({ versions: { theirs, mine: "" } }, { status: 412, headers });
    }
    kept.push(await sealer.open(`settings/${field}`, (JSON.parse(String(init.body)) as { data: string }).data));
    return Response.json({ status: "success" }, { headers });
  });
  const store = createStore();
  const copyNow = () => store.get(copy.accountCopyAtom);
  const isAsked = () => vi.waitFor(() => expect(store.get(saveConflictsAtom)).toHaveLength(1));
  return { store, answers, kept, copyNow, isAsked, ...sync, pane: chain.of(ROUTE_MOUNT), saveConflictsAtom };
}

const away = () => Promise.resolve(new Response("{}", { status: 503 }));

describe("what the account keeps", () => {
  it("is taken by every pane with one question, and asked for again where it does not answer", async () => {
    const { store, answers, copyNow, followAccount, pane } = await start();
    answers.mockImplementationOnce(away);
    const ends = [followAccount(store, undefined), followAccount(store, undefined)];
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
    expect(answers).toHaveBeenCalledOnce();
    expect(copyNow().isLoaded).toBeUndefined();
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(() => expect(copyNow().isLoaded).toBe(true));
    expect(store.get(pane.viewsAtom).has("Mine")).toBe(true);
    expect(copyNow().columns).toEqual({ "Gain#": gain });
    for (const end of ends) end();
  });

  it("is not replaced by a browser that never loaded it: the user is asked", async () => {
    const { store, kept, copyNow, isAsked, saveColumns, saveConflictsAtom } = await start();
    const saved = saveColumns(store, { "New#": gain });
    await isAsked();
    store.get(saveConflictsAtom)[0]?.decide("theirs");
    expect(await saved).toBe(true);
    expect(kept).toEqual([]);
    expect(copyNow()).toMatchObject({ columns: { "Gain#": gain }, pending: [] });
  });

  it("comes while a save is on its way that was not made on it: the user is asked, too", async () => {
    const { store, answers, kept, copyNow, isAsked, saveColumns, followAccount } = await start();
    let come = (): void => undefined;
    const answer = answers.getMockImplementation() ?? expect.unreachable();
    answers.mockImplementationOnce(async () => {
      await new Promise<void>((resolve) => {
        come = resolve;
      });
      return answer();
    });
    const end = followAccount(store, undefined);
    await vi.waitFor(() => expect(answers).toHaveBeenCalled());
    void saveColumns(store, { "New#": gain });
    come();
    await isAsked();
    await vi.waitFor(() => expect(copyNow().views).toBeDefined());
    expect(kept).toEqual([]);
    expect(copyNow().columns).toEqual({ "New#": gain });
    end();
  });
});

it("the route's own changes go to the account when it has answered; those of a workspace do not", async () => {
  const own = { chain: { ...DEFAULT_VIEWS["chain"], strikeRange: 12 } };
  const { store, kept, followAccount, pane } = await start({ optionChainView: JSON.stringify(own), isExport: "true" });
  const ends = [followAccount(store, undefined)];
  await vi.waitFor(() => expect(store.get(pane.viewsAtom).has("Mine")).toBe(true));
  expect(kept).toEqual([]);
  ends.push(followAccount(store, pane));
  await vi.waitFor(() => expect(kept).toHaveLength(1));
  expect(kept[0]).toMatchObject({ chain: { strikeRange: 12 }, Mine: { strikeRange: 5 } });
  await vi.waitFor(() => expect(store.get(pane.changedViewsAtom)).toEqual({}));
  for (const end of ends) end();
});

it("of what a browser kept before its account the account's stays; what is chosen before it answers is the user's", async () => {
  const own = {
    chain: { ...DEFAULT_VIEWS["chain"], strikeRange: 12 },
    Own: { ...DEFAULT_VIEWS["greeks"], strikeRange: 9 },
  };
  const { store, answers, kept, followAccount, pane } = await start({ optionChainView: JSON.stringify(own) });
  answers.mockImplementationOnce(away);
  const end = followAccount(store, pane);
  store.set(pane.changedViewsAtom, (now) => ({ ...now, greeks: { ...DEFAULT_VIEWS["greeks"], strikeRange: 7 } }));
  await vi.waitFor(() => expect(answers).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(kept).toHaveLength(1));
  expect(kept[0]).toMatchObject({ chain: { strikeRange: 10 }, Own: { strikeRange: 9 }, greeks: { strikeRange: 7 } });
  await vi.waitFor(() => expect(store.get(pane.changedViewsAtom)).toEqual({}));
  end();
});
