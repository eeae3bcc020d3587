import { futuresRoomName } from "#contract/domain/instruments.ts";
import { futureBuildUpsName } from "#contract/wire/documents.ts";
import { defineScreen, type Need } from "#contract/worker/screen.ts";
import { expiriesOf, type Params, type Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "weekly-monthly-OI",
  title: "Weekly/Monthly OI",
  route: "/weekly-monthly-OI",
  access: "subscriber",
  menu: { group: "Futures", label: "Weekly Monthly OI", order: 6 },
  rate: 1,
  defaults: { cumulative: false },
  home: "underlying",
  scope: ["symbol", "futureExpiry"],
  needs(params, pane) {
    const { exchange, futureExpiry, futureExpiries } = pane;
    if (futureExpiry === undefined) return [];
    const fields = ["ltp", "oi"] as const;
    const own: Need = { room: futuresRoomName(exchange, futureExpiry), fields };
    const expiries = expiriesOf(params, pane);
    const others = expiries
      .filter((one) => one !== futureExpiry && futureExpiries.includes(one))
      .map((one): Need => ({ room: futuresRoomName(exchange, one), fields, optional: true }));
    const documents = expiries.map((one): Need => ({ doc: futureBuildUpsName(one), optional: true }));
    return [own, ...others, ...documents];
  },
});
