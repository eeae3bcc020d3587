/**
 * A link to workspaces, '/workspace#w=…': layouts, what the letters look at, day and minute, as deflated JSON in base64url.
 * It holds nothing of the account. Whatever stands in an address is checked: it may come from anybody.
 */
import type { DayKey } from "#contract/domain/clock.ts";
import { EXCHANGES, type Exchange } from "#contract/domain/instruments.ts";
import type { IsoDate } from "#contract/domain/units.ts";
import { SOURCE_OF_DAY } from "../../../components/day-source.ts";
import { LINK_LETTERS, type LinkLetter } from "../../../state/pane/link-letters.ts";
import type { LinkedLetter, LinkedLetters } from "../../../state/pane/linked-letters.ts";
import { isRecord } from "../../../state/saved/storage.ts";
import { MOST_PANES, panesOf, remove } from "../layout/tree.ts";
import { copyOf, isWorkspace, LONGEST_NAME, type PaneFacts, type Workspace } from "../layout/workspace.ts";

export interface Link {
  readonly workspaces: readonly Workspace[];
  readonly letters: LinkedLetters;
  /** A past day; absent: the live market. */
  readonly day?: DayKey;
  /** Minute of the IST day at which a replay stands. */
  readonly minute?: number;
}

const PREFIX = "#w=";
/** Characters of the text behind '#w='. */
export const LONGEST_LINK = 8192;
/** Bytes of JSON; a short link may unfold to much more. */
const LARGEST = 128 * 1024;
const MOST_LINKED = 12;
const MINUTES_OF_DAY = 1440;

export async function linkOf(link: Link): Promise<string> {
  const { workspaces, ...rest } = link;
  const value = { v: 1, ...rest, workspaces: workspaces.map(withoutAccountData) };
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return PREFIX + text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Whether an address has a link in it, good or bad. */
export const isLink = (hash: string): boolean => hash.startsWith(PREFIX);

/**
 * What a link holds. Its workspaces have new ids, because they are copies.
 * @param isScreen whether a screen of that id exists; panes of others are left out
 * @returns undefined for what is no link, or has no pane left
 */
export async function readLink(hash: string, isScreen: (id: string) => boolean): Promise<Link | undefined> {
  if (!isLink(hash) || hash.length > PREFIX.length + LONGEST_LINK) return undefined;
  try {
    return checkLink(JSON.parse(await unfold(hash.slice(PREFIX.length))), isScreen);
  } catch {
    return undefined; // no base64, no deflated text, no JSON
  }
}

/** @throws Error where it is no deflated UTF-8, or more than a link may hold */
async function unfold(text: string): Promise<string> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let unfolded = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return unfolded + decoder.decode();
    unfolded += decoder.decode(value, { stream: true });
    if (unfolded.length > LARGEST) {
      await reader.cancel();
      throw new RangeError("the link holds too much");
    }
  }
}

function checkLink(value: unknown, isScreen: (id: string) => boolean): Link | undefined {
  if (!isRecord(value) || value["v"] !== 1 || !Array.isArray(value["workspaces"])) return undefined;
  const workspaces = value["workspaces"]
    .slice(0, MOST_LINKED)
    .filter(isWorkspace)
    .map((one) => withoutAccountData(knownPanes(one, isScreen)))
    .filter(({ root }) => root !== undefined)
    .map((one) => copyOf(one, one.name));
  if (workspaces.length === 0) return undefined;
  const { day, minute } = value;
  return {
    workspaces,
    letters: lettersIn(value["letters"]),
    ...(isDay(day) && { day: { source: day.source, date: day.date } }),
    ...(isMinute(minute) && { minute }),
  };
}

function knownPanes(workspace: Workspace, isScreen: (id: string) => boolean): Workspace {
  const panes = Object.fromEntries(Object.entries(workspace.panes).filter(([, { screen }]) => isScreen(screen)));
  const gone = panesOf(workspace.root).filter((id) => !(id in panes));
  return { ...workspace, root: gone.reduce(remove, workspace.root), panes };
}

/** What the user has named or put together himself stays with the account. */
const PERSONAL = new Set(["watchlist", "currentWatch", "optionChainView", "optionChainSelectedView"]);
const LONGEST_WORD = 24;
const DEEPEST = 3;

/** A name, layout and settings: no more of a workspace goes into a link, and no more is taken out of one. */
function withoutAccountData({ id, name, root, panes }: Workspace): Workspace {
  const plain = ({ screen, letter, settings = {} }: PaneFacts): PaneFacts => {
    const kept = Object.entries(settings).filter(([key, value]) => !PERSONAL.has(key) && isPlain(value, 0));
    return { screen, letter, ...(kept.length > 0 && { settings: Object.fromEntries(kept.slice(0, MOST_PANES)) }) };
  };
  const entries = Object.entries(panes).map(([pane, facts]) => [pane, plain(facts)] as const);
  return { id, name: name.slice(0, LONGEST_NAME), root, panes: Object.fromEntries(entries) };
}

/** Choices are made of flags, numbers and short words. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "boolean" || typeof value === "number" || value === null) return true;
  if (typeof value === "string") return value.length <= LONGEST_WORD;
  if (typeof value !== "object" || depth >= DEEPEST) return false;
  return Object.values(value).every((one) => isPlain(one, depth + 1));
}

function lettersIn(value: unknown): Link["letters"] {
  if (!isRecord(value)) return {};
  const letters: Partial<Record<LinkLetter, LinkedLetter>> = {};
  for (const letter of LINK_LETTERS) {
    const linked = Object.hasOwn(value, letter) ? value[letter] : undefined;
    if (!isRecord(linked)) continue;
    const { exchange, symbol, expiry, futureExpiry } = linked;
    if (!isExchange(exchange) || typeof symbol !== "string" || !/^[A-Z0-9&-]{1,30}$/.test(symbol)) continue;
    letters[letter] = {
      exchange,
      symbol,
      ...(isDate(expiry) && { expiry }),
      ...(isDate(futureExpiry) && { futureExpiry }),
    };
  }
  return letters;
}

const isExchange = (value: unknown): value is Exchange => EXCHANGES.some((one) => one === value);
const isDate = (value: unknown): value is IsoDate => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
const isMinute = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value < MINUTES_OF_DAY;
const isDay = (value: unknown): value is DayKey =>
  isRecord(value) && isDate(value["date"]) && Object.keys(SOURCE_OF_DAY).some((one) => one === value["source"]);
