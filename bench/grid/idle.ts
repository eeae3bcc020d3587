/** Data and driver, and nothing on the screen: what every other page costs without showing anything. */
import { offerPage } from "../browser/bench-page.ts";
import { createLiveTable } from "./live-table.ts";

const table = createLiveTable();
offerPage({ tick: () => table.step() });
