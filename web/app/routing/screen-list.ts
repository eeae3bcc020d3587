/** What every screen declares of itself. Loaded after the first figures, with the router and the menus. */
import { buildScreens, type ScreenModules } from "./screen-table.ts";
import { viewOf } from "./screens.ts";

const definitions: ScreenModules = {
  ...import.meta.glob(["../../screens/*/screen.ts", "!../../screens/_*/screen.ts", "../workspace/screen.ts"], {
    eager: true,
  }),
  ...(import.meta.env.DEV && import.meta.glob("../../screens/_*/screen.ts", { eager: true })),
};

export const screens = buildScreens(definitions, viewOf);
