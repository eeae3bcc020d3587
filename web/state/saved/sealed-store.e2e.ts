/** Sealed settings in a real browser: its WebCrypto opens the known vectors, and the product keeps what it sealed. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "../../testing/fixtures.ts";
import { logIn } from "../../testing/session.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const VECTORS: readonly { secret: string; purpose: string; value: unknown; sealed: string }[] = JSON.parse(
  readFileSync(here("../../../workers/contract/wire/__fixtures__/sealed-vectors.json"), "utf8"),
);

/** What the test calls in the page, as one expression. */
const IN_PAGE = `
  export { createStore } from "jotai";
  export { createSealer } from "#contract/wire/sealed.ts";
  export * from "./sealed-store.ts";
  export { saveConflictsAtom } from "./save-conflicts.ts";
`;

type InConflict = import("./save-conflicts.ts").SaveConflict;
type InPage = typeof import("./sealed-store.ts") &
  Pick<typeof import("./save-conflicts.ts"), "saveConflictsAtom"> &
  Pick<typeof import("jotai"), "createStore"> &
  Pick<typeof import("../../../workers/contract/wire/sealed.ts"), "createSealer">;
declare const inPage: InPage;

test("settings leave the page sealed and come back; the vectors open here as on the server", async ({ page }) => {
  const { outputFiles } = await build({
    stdin: { contents: IN_PAGE, resolveDir: here("."), loader: "ts" },
    alias: { "#contract": here("../../../workers/contract") },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "inPage",
  });
  await logIn(page);
  await page.goto("/");
  await page.evaluate(`${outputFiles[0]?.text} globalThis.inPage = inPage; undefined`);

  const opened = await page.evaluate(
    (vectors) =>
      Promise.all(
        vectors.map(({ secret, purpose, sealed }) =>
          inPage.createSealer(inPage.BROWSER_SEALING, secret).open(purpose, sealed),
        ),
      ),
    VECTORS,
  );
  expect(opened).toEqual(VECTORS.map(({ value }) => value));

  const sent = page.waitForRequest(/settings\/save\?field=userColumns$/);
  const columns = { "Gap #": { column: "ltp  -  vwap", color: "#0a0", isValid: true } };
  const loaded = await page.evaluate(async (value) => {
    const store = inPage.createStore();
    await store.set(inPage.loadSettingsAtom, ["userColumns"]); // other tests' are replaced, which nobody is to be asked about
    const saved = await store.set(inPage.saveSettingAtom, "userColumns", value);
    return { saved, settings: await store.set(inPage.loadSettingsAtom, ["userSettingViews", "userColumns"]) };
  }, columns);
  expect(loaded).toMatchObject({ saved: { is: "kept" }, settings: { userColumns: columns } });
  expect((await sent).postDataJSON()).toEqual({ data: expect.stringMatching(/^[0-9a-f]+$/) });

  // What another device saved since this page loaded it is not overwritten: the user is asked.
  const asked = await page.evaluate(async () => {
    const here = inPage.createStore();
    await here.set(inPage.loadSettingsAtom, ["workspaces"]);
    const { key } = JSON.parse(localStorage.getItem("user") ?? "{}") as { key: string };
    const data = await inPage.createSealer(inPage.BROWSER_SEALING, key).seal("settings/workspaces", { from: "there" });
    await fetch("/api/v1/settings/save?field=workspaces", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ data }),
    });
    const saved = here.set(inPage.saveSettingAtom, "workspaces", { from: "here" });
    const conflict = await new Promise<InConflict>((resolve) => {
      here.sub(inPage.saveConflictsAtom, () => {
        const [found] = here.get(inPage.saveConflictsAtom);
        if (found) resolve(found);
      });
    });
    conflict.decide("theirs");
    return { label: conflict.label, outcome: await saved };
  });
  expect(asked).toEqual({ label: "your workspaces", outcome: { is: "theirs", value: { from: "there" } } });
});
