import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "option-chain-new",
  title: "Option Chain",
  route: "/option-chain-new",
  access: "subscriber",
  menu: { group: "Options", label: "Option Chain (new)", order: 2 },
  rate: 4,
  defaults: {
    columns: ["Analysis", "OI Lakh", "OIChg Lakh", "Vol Lakh", "IV", "Net Chg", "LTP"],
    custom: {},
    oiGraph: false,
    strikeRange: 10,
    fitRows: 0,
    analysisCalc: "prevClose",
    volBar: "",
    oiBar: "",
    vegaTop3: false,
    inverse: false,
  },
  home: "underlying",
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
