import { expect, test } from "vitest";
import { homeView } from "./first-page.ts";
import { HOME } from "./paths.ts";
import { viewOf } from "./screens.ts";

test("the board has one view, the first page's: another would render the whole shell once more", () => {
  expect(viewOf(HOME)).toBe(homeView);
  expect(viewOf("/maxpain")).toBeDefined();
});
