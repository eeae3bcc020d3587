import { afterEach, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import { user } from "../../testing/market-data.ts";
import { followOtherTabs } from "./other-tabs.ts";

afterEach(() => void vi.unstubAllGlobals());

it("a login in another tab loads this one's login page again; a logout, and what else is stored, does not", () => {
  const { changeElsewhere } = stubBrowserGlobals();
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  const end = followOtherTabs();
  changeElsewhere("tk", "theirs");
  changeElsewhere("isLoggedIn", "0");
  changeElsewhere("isLoggedIn", null);
  expect(reload).not.toHaveBeenCalled();
  changeElsewhere("isLoggedIn", String(user.expires));
  expect(reload).toHaveBeenCalledOnce();
  end();
  changeElsewhere("isLoggedIn", String(user.expires));
  expect(reload).toHaveBeenCalledOnce();
});
