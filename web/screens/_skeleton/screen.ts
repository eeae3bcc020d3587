/**
 * Copy this folder to make a screen. Both registries find it by its files: this one declares it, derive.ts computes,
 * View.tsx draws. The id is the folder's name.
 */
import { roomName } from "#contract/domain/instruments.ts";
import { defineScreen } from "#contract/worker/screen.ts";
import type { Params, Snapshot } from "./snapshot.ts";

export const screen = defineScreen<Params, Snapshot>({
  id: "_skeleton",
  title: "Skeleton",
  route: "/skeleton",
  access: "subscriber",
  rate: 2,
  defaults: { side: "CE" },
  // Asked again on each change of params or pane; the worker joins and leaves rooms accordingly.
  home: "underlying",
  needs: (_params, pane) => [{ room: roomName(pane.symbol, pane.expiry) }],
});
