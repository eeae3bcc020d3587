/** The lists of the open day: what is listed (`init`), and the dictionaries of the rooms that are read. */
import type { FeedEvent } from "#contract/worker/feed-api.ts";
import type { Session } from "./session.ts";

/** A load of `init` that fails is tried again. */
const INIT_RETRY_MS = 2000;
/** Several messages announce a new day at once: one load of `init` serves them all. */
const GATHER_MS = 50;

export interface ListsDeps {
  readonly session: () => Session | undefined;
  readonly emit: (event: FeedEvent) => void;
  readonly reloadRooms: () => void;
  /** Whether the server refuses the session; it hears of it where it does. */
  readonly isRefusal: (error: unknown) => boolean;
}

export interface Lists {
  /** Loads `init` at once. */
  load(): void;
  /** It is another day: `init` is loaded once, however often this is called. */
  dayChanged(): void;
  /** The lists have changed: `init` and the rooms' dictionaries are loaded again. */
  changed(): void;
  /** The rooms have been joined again and load their dictionaries themselves; `init` is loaded with them. */
  rejoined(): void;
  stop(): void;
}

export function createLists({ session, emit, reloadRooms, isRefusal }: ListsDeps): Lists {
  let initLoad: ReturnType<typeof setTimeout> | undefined;
  let roomsLoad: ReturnType<typeof setTimeout> | undefined;

  function load(after = 0): void {
    clearTimeout(initLoad);
    const current = session();
    if (current) initLoad = setTimeout(() => request(current), after);
  }

  function request(asking: Session): void {
    /** Another session began meanwhile, or none. */
    const isOver = (): boolean => session() !== asking;
    asking.http.init().then(
      (init) => {
        if (!isOver()) emit({ type: "universe", init });
      },
      (error: unknown) => {
        if (isOver() || isRefusal(error)) return;
        console.warn("init:", error);
        load(INIT_RETRY_MS);
      },
    );
  }

  return {
    load: () => load(),
    dayChanged: () => load(GATHER_MS),
    changed() {
      load(GATHER_MS);
      clearTimeout(roomsLoad);
      roomsLoad = setTimeout(reloadRooms, GATHER_MS);
    },
    rejoined() {
      clearTimeout(roomsLoad);
      load(GATHER_MS);
    },
    stop() {
      clearTimeout(initLoad);
      clearTimeout(roomsLoad);
    },
  };
}
