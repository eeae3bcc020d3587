import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "hv-iv",
  title: "HV-IV",
  route: "/hv-iv",
  access: "subscriber",
  menu: { group: "Futures", label: "HV IV", order: 7 },
  scope: ["symbol"],
  rate: 1,
  defaults: { window: 30 },
  pricesOnSpot: true,
  home: "underlying",
  needs: () => [{ doc: "HVIV" }],
});
