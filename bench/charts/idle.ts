/** Data and driver, and nothing on the screen. */
import { offerPage } from "../browser/bench-page.ts";
import { createLiveLines } from "./live-lines.ts";

const lines = createLiveLines();
offerPage({
  tick() {
    lines.step();
  },
});
