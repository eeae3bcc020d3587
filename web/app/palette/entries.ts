/** What the palette can find, and what becomes of it. Nothing in it sends an order. */

import type { createStore } from "jotai";
import { dateText } from "#contract/domain/date-words.ts";
import { EXCHANGES } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { SOURCE_OF_DAY } from "../../components/day-source.ts";
import { tellGoToDay } from "../../components/go-to-day-toast.ts";
import { isHistoryAtom, isReplayingAtom } from "../../state/clock/day.ts";
import { goToDayAtom, historyDaysAtom, setHistoryAtom, symbolsOfDay } from "../../state/clock/history.ts";
import { universeAtom } from "../../state/market/market.ts";
import { expiriesOf, symbolsOf } from "../../state/market/universe.ts";
import { goAtom } from "../../state/navigation.ts";
import { activeLetterAtom, activeLetterNameAtom, type LinkLetter } from "../../state/pane/letters.ts";
import { type LinkedLetter, turnLetterAtom } from "../../state/pane/linked-letters.ts";
import { subscribedAtom } from "../../state/session.ts";
import { screens } from "../routing/screen-list.ts";
import type { Screen } from "../routing/screen-table.ts";
import { changeActivePane, layoutsOf, openInWorkspace, WORKSPACE } from "../workspace/open-elsewhere.ts";
import { best, type Match } from "./fuzzy.ts";

type Store = ReturnType<typeof createStore>;

/** At most so many rows are shown of a group; without words nobody can tell which panes and days are wanted. */
const MOST = {
  Symbols: [4, 3],
  Contracts: [2, 0],
  Panes: [3, 0],
  Screens: [4, 4],
  Layouts: [3, 3],
  Days: [3, 1],
} satisfies Record<string, readonly [asked: number, unasked: number]>;

export type Group = keyof typeof MOST;
/** In the order in which they are shown. */
export const GROUPS = Object.keys(MOST) as readonly Group[];

/** How an entry was chosen: 'pane' by Ctrl+Enter, a letter by Alt and the letter. */
export type How = "enter" | "pane" | LinkLetter;

export interface Entry {
  readonly id: string;
  readonly group: Group;
  readonly name: string;
  /** Stands behind the name, and is not searched. */
  readonly note: string;
  /** Finds it, too. */
  readonly words?: string;
  readonly symbol?: LinkedLetter;
  readonly choose: (how: How) => void;
}

/** Everything that stands still while the palette is open. */
export interface Catalogue {
  readonly entries: readonly Entry[];
  /** A screen in a pane of its own that looks at a symbol. */
  readonly paneOf: (symbol: Entry, screen: Screen) => Entry;
  /** Turns a letter to a symbol, and goes to a screen that shows it. */
  readonly show: (screen: string, symbol: LinkedLetter, how: How) => void;
}

/** @param isWorkspace whether it is opened over the workspace: then Enter acts on the pane that is active */
export function catalogueOf(store: Store, isWorkspace: boolean): Catalogue {
  const isSubscribed = store.get(subscribedAtom);
  const go = (path: string): void => store.set(goAtom, path);
  const showWorkspace = (): void => {
    if (!isWorkspace) go(WORKSPACE);
  };
  const openPane = (screen: string, symbol?: LinkedLetter): void => {
    openInWorkspace(store, screen, symbol);
    showWorkspace();
  };
  const toScreen = (id: string, route: string): void => {
    if (isWorkspace) changeActivePane(store, id);
    else go(route);
  };
  const ofScreens = screens
    .filter(({ menu, access }) => menu && (isSubscribed || access === "user"))
    .map((screen): Entry => {
      const { id, home, route, menu, title } = screen;
      return {
        id,
        group: "Screens",
        name: nameOf(screen),
        note: !home ? "page" : isWorkspace ? "in the active pane" : `${menu?.group} screen`,
        words: title,
        choose: (how) => {
          if (!home) go(route);
          else if (how === "pane") openPane(id);
          else toScreen(id, route);
        },
      };
    });
  const layouts = (): readonly Entry[] =>
    layoutsOf(store).map(({ show, ...layout }) => ({
      ...layout,
      group: "Layouts",
      words: "workspace layout",
      choose: () => {
        show();
        showWorkspace();
      },
    }));
  return {
    entries: isSubscribed ? [...symbolEntries(store), ...ofScreens, ...layouts(), ...dayEntries(store)] : ofScreens,
    paneOf: (symbol, screen) => ({
      id: symbol.id + screen.id,
      group: "Panes",
      name: `${symbol.name} ${nameOf(screen)}`,
      note: "in a new pane",
      choose: () => openPane(screen.id, symbol.symbol),
    }),
    show(screen, symbol, how) {
      if (how === "pane") openPane(screen, symbol);
      else {
        turn(store, symbol, how);
        toScreen(screen, `/${screen}`);
      }
    },
  };
}

const nameOf = ({ menu, title }: Screen): string => menu?.label ?? title;

function turn(store: Store, symbol: LinkedLetter, how: How): void {
  const letter = how === "enter" || how === "pane" ? store.get(activeLetterNameAtom) : how;
  store.set(turnLetterAtom, letter, symbol);
}

/** Those of the active letter's exchange first; none during a replay, which keeps its symbols. */
function symbolEntries(store: Store): readonly Entry[] {
  const universe = store.get(universeAtom);
  if (!universe || store.get(isReplayingAtom)) return [];
  const own = store.get(store.get(activeLetterAtom).exchangeAtom);
  return [...EXCHANGES]
    .sort((a, b) => Number(b === own) - Number(a === own))
    .flatMap((exchange) =>
      symbolsOf(universe, exchange).map((name): Entry => {
        const [next = ""] = expiriesOf(universe, exchange, name);
        return {
          id: `${exchange} ${name}`,
          group: "Symbols",
          name,
          symbol: { exchange, symbol: name },
          note: `${exchange === own ? "" : `${exchange}, `}next expiry ${dateText(next)}`,
          choose: (how) => turn(store, { exchange, symbol: name }, how),
        };
      }),
    );
}

/** The latest day first; the way back to the live market before all. */
function dayEntries(store: Store): readonly Entry[] {
  const live: Entry = {
    id: "live",
    group: "Days",
    name: "Live market",
    note: "today, as it trades",
    words: "today",
    choose: () => void store.set(setHistoryAtom, false),
  };
  const past = (store.get(historyDaysAtom) ?? []).toReversed().map((day): Entry => {
    const { source, date } = day;
    const symbols = symbolsOfDay(day).length;
    return {
      id: source + date,
      group: "Days",
      name: dateText(date),
      note: `${SOURCE_OF_DAY[source]}, ${symbols === 1 ? "one symbol" : `${symbols} symbols`}`,
      words: date,
      choose: () => void store.set(goToDayAtom, { source, date: date as IsoDate }).then(tellGoToDay),
    };
  });
  return store.get(isHistoryAtom) ? [live, ...past] : past;
}

const MOST_ROWS = 11;

export type Row = Entry & Match;

/** The rows for a query, by group. */
export function find(catalogue: Catalogue, query: string, contracts: readonly Entry[] = []): readonly Row[] {
  const words = query.trim().split(/\s+/);
  const all = [...catalogue.entries, ...contracts, ...panesFor(catalogue, words)];
  return GROUPS.flatMap((group) =>
    best(
      all.filter((one) => one.group === group),
      query,
      MOST[group][words[0] === "" ? 1 : 0],
    ),
  ).slice(0, MOST_ROWS);
}

/** What a symbol alone is followed by. */
const USUAL = ["option-chain-new", "straddle-strangle"];

/** Panes of 'nifty chain': one word finds a symbol, the others a screen. A symbol alone is offered with the usual ones. */
function panesFor({ entries, paneOf }: Catalogue, words: readonly string[]): readonly Entry[] {
  const symbols = entries.filter(({ group }) => group === "Symbols");
  const isAlone = words.length === 1;
  const found = new Set(
    [words[0] ?? "", words.at(-1) ?? ""].flatMap((word) => best(symbols, word, isAlone ? 1 : 2)).map(({ id }) => id),
  );
  const fitting = screens.filter(({ id, home, menu }) => home && menu && (!isAlone || USUAL.includes(id)));
  return symbols.filter(({ id }) => found.has(id)).flatMap((symbol) => fitting.map((screen) => paneOf(symbol, screen)));
}
