/** What a screen declares of itself; both threads read it. One folder a screen: web/screens/<id>. */
import type { PastDay } from "../domain/clock.ts";
import type { Exchange, RoomName } from "../domain/instruments.ts";
import type { IsoDate } from "../domain/units.ts";

/** What a pane takes from its link group: never from globals, so that a screen stands alone or beside others. */
export interface PaneContext {
  readonly exchange: Exchange;
  readonly symbol: string;
  readonly expiry: IsoDate;
  /** The underlying's last listed expiry of its month: the one its future shares. */
  readonly isMonthly: boolean;
  /** The day that is looked at, at its close or where the group's replay stands; absent: the live market. */
  readonly day?: PastDay | undefined;
}

/** What a pane subscribes to. A screen is one; a part of the board that stands on no route of its own is another. */
export interface PaneDefinition<Params, Snapshot> {
  /** The folder's name, and the prefix of its atoms. */
  readonly id: string;
  readonly defaults: Params;
  /** Snapshots a second at most while live; latest wins. */
  readonly rate: number;
  /** The rooms whose changes make a new snapshot; the first is the pane's own. */
  rooms(params: Params, pane: PaneContext): readonly RoomName[];
  /** The whole day is shown, wherever its clock stands: a step of a replay makes no new snapshot. */
  readonly showsWholeDay?: boolean;
  /** Only the type is there: it ties the view's snapshot to the derivation's. */
  readonly snapshot?: Snapshot;
}

export interface ScreenDefinition<Params, Snapshot> extends PaneDefinition<Params, Snapshot> {
  /** The pane's heading, and the first half of the page title. */
  readonly title: string;
  readonly route: `/${string}`;
  readonly access: "user" | "subscriber";
  /** Where the menu lists it; a screen without one is reached by its route only. */
  readonly menu?: { readonly group: "Options" | "Futures"; readonly label: string; readonly order: number };
}

export const definePane = <Params, Snapshot>(
  pane: PaneDefinition<Params, Snapshot>,
): PaneDefinition<Params, Snapshot> => pane;

export const defineScreen = <Params, Snapshot>(
  screen: ScreenDefinition<Params, Snapshot>,
): ScreenDefinition<Params, Snapshot> => screen;
