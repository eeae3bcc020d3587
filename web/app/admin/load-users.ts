/** The administrators' calls: permission first, users and figures only with it. */
import type { AdminUser, permission, UserStats, userStats, users } from "#contract/wire/http/admin.ts";
import { API_BASE, joinPath, PERMISSION_PATH, USER_STATS_PATH, USERS_PATH } from "#contract/wire/http/api-path.ts";
import type { ResponseOf } from "#contract/wire/http/call.ts";

export type UserReading =
  | { readonly kind: "refused" }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "read"; readonly users: readonly AdminUser[]; readonly stats: UserStats };

/** Never rejects. */
export async function loadUsers(): Promise<UserReading> {
  try {
    const allowed = await get<ResponseOf<typeof permission>>(PERMISSION_PATH);
    if (!allowed.permission) return { kind: "refused" };
    const [list, figures] = await Promise.all([
      get<ResponseOf<typeof users>>(USERS_PATH),
      get<ResponseOf<typeof userStats>>(USER_STATS_PATH),
    ]);
    return { kind: "read", users: list.data.data.doc, stats: figures.data };
  } catch (error) {
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

/** @throws Error in words for the page. */
async function get<Reply>(path: string): Promise<Reply> {
  let response: Response;
  try {
    response = await fetch(joinPath(API_BASE, path));
  } catch {
    throw new Error("The server does not answer.");
  }
  if (!response.ok) throw new Error(`The users could not be loaded (${response.status}).`);
  return await response.json();
}
