import { roomName } from "#contract/domain/instruments.ts";
import { defineJob } from "#contract/worker/job.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Input, Reply, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<object, Snapshot>({
  id: "backtest",
  title: "Back-test",
  route: "/backtest",
  access: "subscriber",
  menu: { group: "Workspace", label: "Back-test", order: 3 },
  rate: 1,
  home: "underlying",
  scope: ["symbol"],
  defaults: {},
  beginsEmpty: true,
  needs: (_params, { symbol, expiry }) => [{ room: roomName(symbol, expiry), fields: [] }],
  showsWholeDay: true,
});

export const backtestJob = defineJob<Input, Reply>("backtest");
