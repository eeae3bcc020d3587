import { deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_LINK } from "../../../components/link/link-text.ts";
import { isWorkspace } from "../layout/workspace.ts";
import { fromReadyMade, READY_MADE } from "../ready-made.ts";
import { type Link, linkOf, readLink } from "./link.ts";

const SCREENS = new Set(
  READY_MADE.flatMap(({ rows }) => rows.flat().map((cell) => (typeof cell === "string" ? cell : cell[0]))),
);
const isScreen = (id: string): boolean => SCREENS.has(id);
const workspace = fromReadyMade(
  {
    name: "Six",
    rows: [
      ["option-chain-new", "oigraph", "pcr"],
      ["maxpain", ["futures-watchlist", "B"]],
    ],
  },
  "w0",
);
const LINK = {
  workspaces: [workspace],
  letters: { A: { exchange: "NSE", symbol: "NIFTY", expiry: "2026-11-23" }, B: { exchange: "BSE", symbol: "SENSEX" } },
  day: { source: "sim", date: "2026-11-19" },
  minute: 645,
} as unknown as Link;

const fold = (value: unknown): string => `#w=${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;
const unfold = (hash: string): unknown =>
  JSON.parse(inflateRawSync(Buffer.from(hash.slice(3), "base64url")).toString());

describe("a link to workspaces", () => {
  it("comes back as it was, with ids of its own", async () => {
    const hash = await linkOf(LINK);
    const read = await readLink(hash, isScreen);
    expect(read).toMatchObject({ letters: LINK.letters, day: LINK.day, minute: LINK.minute });
    const [copy] = read?.workspaces ?? [];
    expect(isWorkspace(copy)).toBe(true);
    expect(copy?.id).not.toBe(workspace.id);
    expect(copy?.name).toBe(workspace.name);
    expect(Object.values(copy?.panes ?? {})).toEqual(Object.values(workspace.panes));
    expect(hash.length).toBeLessThan(LONGEST_LINK / 10);
  });

  it("holds nothing that the user named or put together, in either direction", async () => {
    const settings = {
      watchlist: { mine: ["INFY"] },
      currentWatch: "mine",
      currentScan: "mine",
      pcrFormulas: [{ name: "mine", formula: "ce.oi - pe.oi" }],
      scanDraft: { of: "mine", scan: { kind: "all", formula: "LTP > mine" } },
      scanAlert: true,
      pcrOptions: { type: "volumePcr", range: 3 },
      note: "a long text that somebody wrote into a setting",
      deep: { a: { b: { c: { d: 1 } } } },
    };
    const own = { ...workspace, panes: { ...workspace.panes, p00: { screen: "pcr", letter: "A" as const, settings } } };
    const hash = await linkOf({ workspaces: [own], letters: {} });
    expect(JSON.stringify(unfold(hash))).not.toMatch(/mine|somebody|deep/);
    const read = await readLink(fold({ v: 1, workspaces: [own] }), isScreen);
    const kept = Object.values(read?.workspaces[0]?.panes ?? {}).flatMap((pane) => pane.settings ?? []);
    expect(kept).toEqual([{ pcrOptions: settings.pcrOptions }]);
  });

  it("leaves out screens that there are not, and is nothing where none is left", async () => {
    const only = (id: string) => id === "pcr";
    const [copy] = (await readLink(await linkOf(LINK), only))?.workspaces ?? [];
    expect(Object.values(copy?.panes ?? {}).map(({ screen }) => screen)).toEqual(["pcr"]);
    expect(isWorkspace(copy)).toBe(true);
    expect(await readLink(await linkOf(LINK), () => false)).toBeUndefined();
  });

  it.each([
    ["another page's hash", "#chart"],
    ["no base64", "#w=%%%"],
    ["no deflated text", "#w=AAAA"],
    ["no JSON", `#w=${deflateRawSync("{").toString("base64url")}`],
    ["another version", fold({ v: 2, workspaces: [workspace] })],
    ["more than an address may hold", `#w=${"A".repeat(LONGEST_LINK + 1)}`],
    ["a short text that unfolds to much", fold({ v: 1, workspaces: [workspace], more: "a".repeat(1_000_000) })],
  ])("is refused: %s", async (_what, hash) => {
    expect(await readLink(hash, isScreen)).toBeUndefined();
  });

  it("takes 10,000 mutated links without a throw: what comes of one is whole and valid", async () => {
    const hash = await linkOf(LINK);
    const json = JSON.stringify(unfold(hash));
    const edit = fc.record({ at: fc.nat(), cut: fc.nat({ max: 6 }), put: fc.string({ maxLength: 6 }) });
    const edited = (text: string, edits: readonly (typeof edit extends fc.Arbitrary<infer One> ? One : never)[]) =>
      edits.reduce((now, { at, cut, put }) => {
        const place = at % (now.length + 1);
        return now.slice(0, place) + put + now.slice(place + cut);
      }, text);
    let opened = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("text", "json"),
        async (edits, where) => {
          const mutated =
            where === "text"
              ? `#w=${edited(hash.slice(3), edits)}`
              : `#w=${deflateRawSync(edited(json, edits)).toString("base64url")}`;
          const read = await readLink(mutated, isScreen);
          if (read === undefined) return;
          opened++;
          expect(read.workspaces.length).toBeGreaterThan(0);
          expect(read.workspaces.every(isWorkspace)).toBe(true);
          for (const { panes } of read.workspaces)
            expect(Object.values(panes).every(({ screen }) => isScreen(screen))).toBe(true);
        },
      ),
      { numRuns: 10_000 },
    );
    expect(opened).toBeGreaterThan(0);
  }, 60_000);
});
