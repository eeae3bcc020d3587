/**
 * Where popped-out windows stood last, by what they show: the next one of the same opens there, on its monitor. A browser places
 * windows on other monitors where the user grants that; elsewhere it keeps them on the one that they are opened from.
 */
import { isNumber, isRecord } from "../../state/saved/storage.ts";

/** CSS pixels of the desktop: the window's corner, and the size of its page. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
type Places = Readonly<Record<string, Place>>;

const KEY = "windowPlaces";
/** Under it a popped-out window finds what it shows: it gets a copy of the session storage of the one that opens it. */
const OWN_NAME = "windowName";
/** Those that were used longest ago are forgotten. */
const MOST = 24;
const LEAST_SIDE = 200;
const FIRST = "popup,width=1100,height=720";

const isPlace = (value: unknown): value is Place =>
  isRecord(value) &&
  ["left", "top", "width", "height"].every((side) => isNumber(value[side])) &&
  Math.min(Number(value["width"]), Number(value["height"])) >= LEAST_SIDE;

function readPlaces(): Places {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return isRecord(all)
      ? Object.fromEntries(Object.entries(all).filter((one): one is [string, Place] => isPlace(one[1])))
      : {};
  } catch {
    return {}; // damaged, or storage is switched off
  }
}

function ownName(): string | null {
  try {
    return sessionStorage.getItem(OWN_NAME);
  } catch {
    return null; // storage is switched off
  }
}

type ScreenDetailed = Window & { getScreenDetails?: () => Promise<unknown> };

/**
 * Opens a window where one of this name stood last. @param name what it shows
 * @returns undefined where the browser opens none
 */
export function openPlaced(path: string, name: string): Window | undefined {
  const place = readPlaces()[name];
  const own = ownName();
  // Asked before the window opens, which uses up the user's press; the window does not wait for the answer.
  const granted = place && isElsewhere(place) ? (window as ScreenDetailed).getScreenDetails?.() : undefined;
  sessionStorage.setItem(OWN_NAME, name);
  const opened = window.open(path, "", place ? featuresOf(place) : FIRST) ?? undefined;
  if (own === null) sessionStorage.removeItem(OWN_NAME);
  else sessionStorage.setItem(OWN_NAME, own);
  granted?.then(
    () => place && opened?.moveTo(place.left, place.top),
    () => undefined, // not granted: it stays on this monitor
  );
  return opened;
}

const featuresOf = ({ left, top, width, height }: Place): string =>
  `popup,left=${left},top=${top},width=${width},height=${height}`;

/** On another monitor than this window. */
function isElsewhere({ left, top }: Place): boolean {
  const {
    availLeft = 0,
    availTop = 0,
    availWidth,
    availHeight,
  } = screen as Screen & { availLeft?: number; availTop?: number };
  return left < availLeft || left >= availLeft + availWidth || top < availTop || top >= availTop + availHeight;
}

let isRemembering = false;

/** Remembers where this window stands when it closes, if another opened it. */
export function rememberPlace(): void {
  const name = ownName();
  if (name === null || isRemembering) return;
  isRemembering = true;
  addEventListener("pagehide", () => {
    const { [name]: _before, ...others } = readPlaces();
    const place = { left: screenX, top: screenY, width: innerWidth, height: innerHeight };
    const kept = [...Object.entries(others), [name, place] as const].slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
    } catch {
      // Storage is full or switched off: the next one opens at its first place.
    }
  });
}
