/** The switches of the chain, as the record `optionChainTweeks` keeps them under its public names. Pure. */
import type { ColumnId } from "#contract/domain/snapshots/chain-table.ts";
import type { TableShape } from "../../kit/chain/grid-columns.ts";

const ON = {
  /** OI in lakhs. */
  OI: true,
  /** Volume in lakhs. */
  volume: true,
  /** Bars. */
  barToogle: true,
  /** What is not in lakhs is in lots. */
  lotToogle: true,
  /** The analysis compares with the open. */
  openToday: true,
  /** The headers of the sides total OI, not volume. */
  header: true,
};
const OFF = {
  /** The change of OI in per cent. */
  OIChange: false,
  /** The change of the price in per cent. */
  netChange: false,
  /** The column 'Analysis'. */
  buildUp: false,
  /** The analysis compares with the previous close. */
  previousClose: false,
  /** Time value in place of the price. */
  premium: false,
  /** Calls in the colour of puts, and puts in that of calls. */
  switchShadingColor: false,
  /** The question what the analysis compares with was answered. */
  buildUpModal: false,
};
export const DEFAULT_TWEAKS = { ...ON, ...OFF };
export type Tweaks = Readonly<Record<keyof typeof DEFAULT_TWEAKS, boolean>>;
export type Tweak = keyof Tweaks;

/** What was stored, with what is missing left to the defaults. */
export function readTweaks(stored: Readonly<Record<string, unknown>>): Tweaks {
  const known = Object.entries(DEFAULT_TWEAKS).map(([key, initial]) => {
    const value = stored[key];
    return [key, typeof value === "boolean" ? value : initial] as const;
  });
  return Object.fromEntries(known) as Record<Tweak, boolean>;
}

/** Turns a switch over. Lots turn lakhs off; the two bases of the analysis exclude each other. */
export function turn(tweaks: Tweaks, which: Tweak): Tweaks {
  const isOn = !tweaks[which];
  const next = { ...tweaks, [which]: isOn };
  if (which === "lotToogle" && isOn) return { ...next, OI: false, volume: false };
  if (which === "previousClose") return { ...next, openToday: !isOn };
  if (which === "openToday") return { ...next, previousClose: !isOn };
  return next;
}

/** The answer to 'Calculate Analysis based on': it turns the analysis on. */
export const answerBasis = (tweaks: Tweaks, basis: "previousClose" | "openToday"): Tweaks => ({
  ...tweaks,
  previousClose: basis === "previousClose",
  openToday: basis === "openToday",
  buildUpModal: true,
  buildUp: true,
});

export type Mode = "chain" | "greeks" | "graph";

/** Lakhs where they are on, else lots where they are on, else units. */
function scaled<T>(isLakh: boolean, isLot: boolean, lakh: T, lot: T, unit: T): T {
  return isLakh ? lakh : isLot ? lot : unit;
}

interface TweakedColumn {
  readonly id: ColumnId;
  /** How its header reads. */
  readonly text: string;
  /** What a press on the header turns over, and what it says. */
  readonly tweak?: Tweak;
  readonly title?: string;
}

/** The columns of a mode, from the outer edge to the strike. */
export function columnsOf(mode: Mode, tweaks: Tweaks): readonly TweakedColumn[] {
  if (mode === "graph") return [];
  if (mode === "greeks")
    return (["Vega", "Gamma", "Theta", "Delta", "ITM Prob", "LTP"] as const).map((id) => ({
      id,
      text: id === "ITM Prob" ? "ITM prob" : id,
    }));
  const { OI, volume, lotToogle: lots, OIChange, netChange, buildUp, premium } = tweaks;
  const lot = lots ? ", in lots" : "";
  return [
    ...(buildUp ? [{ id: "Analysis", text: "Analysis" } as const] : []),
    {
      id: scaled<ColumnId>(OI, lots, "OI Lakh", "OI Lot", "OI"),
      text: OI ? "OI-Lakh" : "OI",
      tweak: "OI",
      title: OI ? `Show OI${lot}` : "Show OI in lakhs",
    },
    {
      id: scaled<ColumnId>(OIChange, lots, "OI Chg%", "OIChg Lot", "OI Chg"),
      text: OIChange ? "OI Chg %" : "OI Chg",
      tweak: "OIChange",
      title: OIChange ? `Show the change of OI${lot}` : "Show the change of OI in per cent",
    },
    {
      id: scaled<ColumnId>(volume, lots, "Vol Lakh", "Vol Lot", "Volume"),
      text: volume ? "Vol-Lakh" : "Volume",
      tweak: "volume",
      title: volume ? `Show volume${lot}` : "Show volume in lakhs",
    },
    { id: "IV", text: "IV" },
    {
      id: netChange ? "Net Chg%" : "Net Chg",
      text: netChange ? "Net Chg %" : "Net Chg",
      tweak: "netChange",
      title: netChange ? "Show the change in rupees" : "Show the change in per cent",
    },
    {
      id: premium ? "Time Value" : "LTP",
      text: premium ? "Extrinsic" : "LTP",
      tweak: "premium",
      title: premium ? "Show the last price" : "Show the time value",
    },
  ];
}

/** The table of a mode. */
export function shapeOf(mode: Mode, tweaks: Tweaks): TableShape {
  const columns = columnsOf(mode, tweaks);
  return {
    columns: columns.map(({ id }) => id),
    oiGraph: mode === "graph",
    hasBars: tweaks.barToogle,
    showsOiChange: true,
    headers: Object.fromEntries(
      columns.map(({ id, text, title }) => [id, title === undefined ? { text } : { text, title }]),
    ),
  };
}
