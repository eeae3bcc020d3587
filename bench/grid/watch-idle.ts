/** Data and driver, and nothing on the screen: what every other watch list costs without showing anything. */
import { offerPage } from "../browser/bench-page.ts";
import { createWatchTable } from "./watch-table.ts";

const table = createWatchTable();
offerPage({ tick: () => table.step() });
