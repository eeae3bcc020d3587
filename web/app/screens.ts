/** Every folder of web/screens is a screen; adding one is adding a folder. Those with '_' are for developers only. */
import { buildScreens, type ScreenModules, type ViewLoaders, type ViewModule } from "./screen-table.ts";

const definitions: ScreenModules = import.meta.glob(["../screens/*/screen.ts", "!../screens/_*/screen.ts"], {
  eager: true,
});
const views: ViewLoaders = import.meta.glob<ViewModule>(["../screens/*/View.tsx", "!../screens/_*/View.tsx"]);

const draftDefinitions: ScreenModules = import.meta.env.DEV
  ? import.meta.glob("../screens/_*/screen.ts", { eager: true })
  : {};
const draftViews: ViewLoaders = import.meta.env.DEV ? import.meta.glob<ViewModule>("../screens/_*/View.tsx") : {};

export const screens = buildScreens({ ...definitions, ...draftDefinitions }, { ...views, ...draftViews });
