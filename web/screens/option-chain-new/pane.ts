/** Which view, and how its bars and highest three look. The settings keep the public keys. */
import { atom } from "jotai";
import { FIT_STRIKES } from "#contract/domain/choices/strike-range.ts";
import { isCustomKey } from "#contract/domain/snapshots/chain-table.ts";
import { createChainAtoms } from "../../kit/chain/chain-atoms.ts";
import type { TableShape } from "../../kit/chain/grid-columns.ts";
import { createPane } from "../../kit/pane/create-pane.ts";
import { isBoolean, isRecord } from "../../state/saved/storage.ts";
import { accountCopyAtom } from "./account-copy.ts";
import { screen } from "./screen.ts";
import type { Params } from "./snapshot.ts";
import { BAR_SCALES, FIRST_VIEW, mergeViews, OI_GRAPH, type View } from "./views.ts";

const isColourList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string" && /^#[0-9a-f]{6}$/i.test(one));

export const chain = createPane(screen, (own) => {
  /** Views by name that were changed here and are not on the account yet; `sync-settings.ts` takes them there. */
  const changedViewsAtom = own.stored<Readonly<Record<string, unknown>>>("optionChainView", {}, isRecord);
  const selectedViewAtom = own.storedText("optionChainSelectedView", FIRST_VIEW);
  const chainAtoms = createChainAtoms(own);

  /** Every view by name, in the order of the tabs. */
  const viewsAtom = atom((get) => mergeViews(get(accountCopyAtom).views, get(changedViewsAtom)));
  /** The name of the view shown; a view that is gone gives way to the first. */
  const viewNameAtom = atom(
    (get) => (get(viewsAtom).has(get(selectedViewAtom)) ? get(selectedViewAtom) : FIRST_VIEW),
    (_get, set, name: string) => set(selectedViewAtom, name),
  );
  /** The view shown. A column of the user's that is gone shows nowhere. */
  const viewAtom = atom((get): View => {
    const view = get(viewsAtom).get(get(viewNameAtom))!;
    const known = get(accountCopyAtom).custom;
    return { ...view, columns: view.columns.filter((id) => !isCustomKey(id) || Object.hasOwn(known, id)) };
  });

  /** Sets the range of the view shown, and keeps it with the view. */
  const chooseRangeAtom = atom(null, (get, set, strikeRange: number) => {
    const name = get(viewNameAtom);
    const view = get(viewsAtom).get(name);
    set(changedViewsAtom, { ...get(changedViewsAtom), [name]: { ...view, strikeRange } });
  });

  const shapeAtom = atom((get): TableShape => {
    const { columns, straddle, pcr, pcrVol, pcrOIChg, volBar, oiBar } = get(viewAtom);
    const { coloured, units } = get(accountCopyAtom);
    const scales = { volBar: BAR_SCALES[volBar], oiBar: BAR_SCALES[oiBar] };
    return {
      columns,
      coloured: new Set(coloured),
      units: { ...units, "Vol * Vwap": "lakh", "Vol Bar": scales.volBar, "OI Bar": scales.oiBar },
      oiGraph: get(viewNameAtom) === OI_GRAPH,
      straddle,
      pcr,
      pcrVol,
      pcrOIChg,
      ...scales,
    };
  });

  /** A formula of which the chain is asked what it gives at the money. */
  const previewAtom = atom<Params["preview"]>(undefined);

  const paramsAtom = atom((get): Params => {
    const { columns, strikeRange, analysisCalc, vegatop3 } = get(viewAtom);
    const { oiGraph, volBar = "", oiBar = "" } = get(shapeAtom);
    const preview = get(previewAtom);
    return {
      columns,
      custom: get(accountCopyAtom).custom,
      ...(preview !== undefined && { preview }),
      oiGraph,
      strikeRange,
      fitRows: strikeRange === FIT_STRIKES ? get(chainAtoms.fitRowsAtom) : 0,
      analysisCalc,
      volBar,
      oiBar,
      vegaTop3: vegatop3,
      inverse: get(chainAtoms.isInverseAtom),
    };
  });

  return {
    ...chainAtoms,
    viewsAtom,
    changedViewsAtom,
    viewNameAtom,
    viewAtom,
    shapeAtom,
    chooseRangeAtom,
    previewAtom,
    /** The user's own three colours of the highest three, or none. */
    topColorsAtom: own.stored<readonly string[]>("topColors", [], isColourList),
    /** Chips behind the number (true), or an outline. */
    topStyleAtom: own.stored("topColorsStyleBackground", true, isBoolean),
    /** Calls in the colour of puts, and puts in that of calls. */
    sidesSwappedAtom: own.stored("switchBarColor", false, isBoolean),
    paramsAtom,
  };
});
