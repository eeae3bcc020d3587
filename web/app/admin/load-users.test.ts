import { afterEach, expect, it, vi } from "vitest";
import { loadUsers } from "./load-users.ts";

function answer(replies: Readonly<Record<string, () => Response>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    const reply = replies[path.replace("/api/v1/", "")];
    if (!reply) throw new TypeError("offline");
    return reply();
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

it("nothing else is asked for without permission", async () => {
  const asked = answer({ "users/permission": () => Response.json({ permission: false }) });
  expect(await loadUsers()).toEqual({ kind: "refused" });
  expect(asked).toEqual(["/api/v1/users/permission"]);
});

it("with permission users and figures come together", async () => {
  answer({
    "users/permission": () => Response.json({ permission: true }),
    users: () => Response.json({ data: { data: { doc: [{ email: "a@b.in" }] } } }),
    "users/stats": () => Response.json({ data: { unknown: 1 } }),
  });
  expect(await loadUsers()).toEqual({ kind: "read", users: [{ email: "a@b.in" }], stats: { unknown: 1 } });
});

it("what fails is said", async () => {
  answer({ "users/permission": () => new Response("", { status: 500 }) });
  expect(await loadUsers()).toEqual({ kind: "failed", message: "The users could not be loaded (500)." });
  answer({});
  expect(await loadUsers()).toEqual({ kind: "failed", message: "The server does not answer." });
});
