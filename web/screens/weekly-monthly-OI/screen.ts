import { futuresRoomName } from "#contract/domain/instruments.ts";
import { futureBarsName, futureBuildUpsName } from "#contract/wire/document-names.ts";
import { ownFutureExpiry } from "#contract/worker/own-future-expiries.ts";
import { defineScreen, type Need } from "#contract/worker/screen.ts";
import { expiriesOf, type Params, type Snapshot } from "./snapshot.ts";

const BUILD_UP_FIELDS = ["ltp", "oi"] as const;
const BAR_FIELDS = ["ltp", "oi", "vol", "open", "high", "low"] as const;

export const screen = defineScreen<Params, Snapshot>({
  id: "weekly-monthly-OI",
  title: "Weekly/Monthly OI",
  route: "/weekly-monthly-OI",
  access: "subscriber",
  menu: { group: "Futures", label: "Weekly Monthly OI", order: 6 },
  rate: 1,
  defaults: { cumulative: false, show: "buildUps" },
  home: "underlying",
  scope: ["symbol", "futureExpiry"],
  needs(params, pane) {
    const { exchange, futureExpiries } = pane;
    const futureExpiry = ownFutureExpiry(pane);
    if (futureExpiry === undefined) return [];
    const isOfBars = params.show !== "buildUps";
    const fields = isOfBars ? BAR_FIELDS : BUILD_UP_FIELDS;
    const own: Need = { room: futuresRoomName(exchange, futureExpiry), fields };
    const expiries = expiriesOf(params, pane);
    const others = expiries
      .filter((one) => one !== futureExpiry && futureExpiries.includes(one))
      .map((one): Need => ({ room: futuresRoomName(exchange, one), fields, optional: true }));
    const documents = expiries.map(
      (one): Need => ({ doc: isOfBars ? futureBarsName(one) : futureBuildUpsName(one), optional: true }),
    );
    return [own, ...others, ...documents];
  },
});
