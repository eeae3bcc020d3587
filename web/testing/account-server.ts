/** The calls of what an account keeps, for tests of the browser: it keeps what it gets, and counts revisions as the real server does. */
import { createSealer } from "#contract/wire/sealed.ts";

/** The user's, as login hands it over. */
export const SECRET = "1d4a30d78de6be5f9885ffac2c6b8425d1d7727e4d5b67a5c404fa90f65ff914";

type Content = Readonly<Record<string, unknown>>;
interface Row {
  content: Content;
  revision: number;
}
interface KeptKey {
  readonly keyId: string;
  readonly isOpening: boolean;
}

const stale = () => Response.json({ message: "stale" }, { status: 412 });
const refused = () => Response.json({ message: "of the other kind" }, { status: 409 });

export function accountServer() {
  const rows = new Map<string, Row>();
  const order: string[] = [];
  /** Of the older builder, newest first. */
  const olders: Content[] = [];
  const state = {
    key: null as KeptKey | null,
    keyRevision: 0,
    savesLeft: Number.POSITIVE_INFINITY,
    layouts: { value: undefined as unknown, revision: 0 },
  };
  const isUnlike = (value: unknown): boolean => {
    const envelope = (value as { readonly private?: { readonly key: string } }).private;
    return envelope?.key !== (state.key?.isOpening === false ? state.key.keyId : undefined);
  };

  async function answer(url: string, { method = "GET", body, headers }: RequestInit = {}): Promise<Response> {
    const { BROWSER_SEALING } = await import("../state/saved/sealed-store.ts");
    const sealer = createSealer(BROWSER_SEALING, SECRET);
    const path = url.split("/api/v1/")[1] ?? "";
    const asked = body === undefined ? {} : (JSON.parse(String(body)) as Record<string, never>);
    const expected = new Headers(headers).get("If-Match");
    const tagOf = (ids: readonly string[]) => `"${ids.map((id) => `${id}:${rows.get(id)?.revision}`).join("+")}"`;
    switch (path) {
      case "privacy/key":
        if (method === "GET") return Response.json({ key: state.key, revision: state.keyRevision, refusal: null });
        if (method === "POST" && asked["revision"] !== state.keyRevision)
          return Response.json({ message: "changed meanwhile" }, { status: 409 });
        state.key = method === "POST" ? (asked["key"] ?? null) : null;
        state.keyRevision = method === "POST" ? state.keyRevision + 1 : 0;
        return Response.json({ status: "success" });
      case "privacy/counts": {
        const holders = [
          ["strategies", [...rows.values()].map(({ content }) => content)],
          ["older strategies", olders],
          ["workspaces", state.layouts.value === undefined ? [] : [state.layouts.value as Content]],
        ] as const;
        const sealed = (all: readonly Content[]) => all.filter((one) => "private" in one).length;
        return Response.json({
          holders: holders.map(([name, all]) => ({ name, sealed: sealed(all), open: all.length - sealed(all) })),
        });
      }
      case "strategies/loadall":
        return Response.json({ strategies: [...order].reverse().map((id) => ({ id })) });
      case "strategies/load": {
        const strategy = await sealer.seal("strategy", rows.get(asked["id"] ?? "")?.content);
        return Response.json({ strategy }, { headers: { ETag: tagOf([asked["id"] ?? ""]) } });
      }
      case "strategies/portfolio": {
        const ids: readonly string[] = asked["id"] ?? [];
        const list = ids.map((id) => ({ ...rows.get(id)?.content, _id: id }));
        return Response.json({ strategies: await sealer.seal("portfolio", list) }, { headers: { ETag: tagOf(ids) } });
      }
      case "users/loadstrategies":
        return Response.json({ strategies: olders });
      case "settings/get?field=workspaces": {
        const { value, revision } = state.layouts;
        const data = await sealer.seal("settings/workspaces", value === undefined ? {} : { workspaces: value });
        return Response.json({ data: { data } }, { headers: { ETag: `"workspaces:${revision}"` } });
      }
    }
    if (state.savesLeft-- <= 0) throw new TypeError("no network");
    switch (path) {
      case "users/savestrategies":
        if (isUnlike(asked["strategyObj"])) return refused();
        olders.unshift(asked["strategyObj"] ?? {});
        return Response.json({ message: "saved" });
      case "users/resealstrategy": {
        if (isUnlike(asked["strategyObj"])) return refused();
        const at = olders.findIndex((one) => JSON.stringify(one) === JSON.stringify(asked["before"]));
        if (at < 0) return Response.json({}, { status: 404 });
        olders[at] = asked["strategyObj"] ?? {};
        return Response.json({ status: "success" });
      }
      case "settings/save?field=workspaces": {
        const value = await sealer.open("settings/workspaces", asked["data"] ?? "");
        if (isUnlike(value)) return refused();
        const { layouts } = state;
        if (expected !== null && expected !== `"workspaces:${layouts.revision}"`) {
          const theirs = await sealer.seal("settings/workspaces", layouts.value);
          const init = { status: 412, headers: { ETag: `"workspaces:${layouts.revision}"` } };
          return Response.json({ versions: { theirs, mine: asked["data"] } }, init);
        }
        state.layouts = { value, revision: layouts.revision + 1 };
        return Response.json({}, { headers: { ETag: `"workspaces:${state.layouts.revision}"` } });
      }
    }
    const content = (await sealer.open("strategy", asked["strategyObj"] ?? "")) as Content;
    if (isUnlike(content)) return refused();
    const id: string = asked["id"] ?? "";
    const row = rows.get(id);
    if (row && expected !== null && !expected.includes(`${id}:${row.revision}`)) return stale();
    if (order.includes(id)) order.splice(order.indexOf(id), 1);
    order.push(id);
    rows.set(id, { content, revision: (row?.revision ?? 0) + 1 });
    return Response.json({ saveDetails: { id, name: "", portfolio: "" } }, { headers: { ETag: tagOf([id]) } });
  }

  /** All that is stored, as text. */
  const stored = (): string =>
    JSON.stringify([[...rows.values()].map(({ content }) => content), olders, state.layouts.value]);
  return { rows, order, olders, state, answer, stored };
}
