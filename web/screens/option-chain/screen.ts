import { ALL_STRIKES } from "#contract/domain/choices/strike-range.ts";
import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "option-chain",
  title: "Option Chain",
  route: "/option-chain",
  access: "subscriber",
  menu: { group: "Options", label: "Option Chain", order: 1 },
  rate: 4,
  defaults: {
    columns: ["OI Lakh", "OIChg Lot", "Vol Lakh", "IV", "Net Chg", "LTP"],
    custom: {},
    oiGraph: false,
    strikeRange: ALL_STRIKES,
    fitRows: 0,
    analysisCalc: "open",
    volBar: "",
    oiBar: "",
    vegaTop3: false,
    inverse: false,
  },
  home: "underlying",
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
