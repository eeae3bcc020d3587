/**
 * Rules that were armed are looked after in rounds, by the process that armed them: accounts side by side, each as soon as the look
 * before has ended, so that one whose broker hangs keeps nobody else waiting. What no process looks after any more is disarmed:
 * nothing acts that nobody watches.
 */
import type { WallClock } from "../../platform/clocks.ts";
import type { Log } from "../../platform/log.ts";

export interface ArmedRounds {
  readonly clock: WallClock;
  readonly log: Log;
  /** What could not be looked after, for the log. */
  readonly what: string;
  /** Ids of what this process armed, by account. */
  armed(): ReadonlyMap<string, readonly string[]>;
  /** Looks once after those of an account. */
  look(account: string, ids: readonly string[]): Promise<void>;
  /** Says that one is looked after. */
  seen(id: string, now: Date): Promise<unknown>;
  /** Disarms what nobody has looked after since then; never `own`, which this process looks after. */
  endUnseen(since: Date, own: readonly string[]): Promise<void>;
}

export interface Rounds {
  /** Looks once after everything that this process armed, and is not looked at already. */
  run(): Promise<void>;
  /** @param isAlone no other process sends orders: whatever is armed is an earlier one's. @returns what stops it */
  start(isAlone: boolean): () => Promise<void>;
}

/** Between two looks, and so between two changes by a rule: a quote is to have time to answer. */
const LOOK_MS = 3000;
/** Armed and not looked after for so long: the process is gone. */
const UNSEEN_MS = 30_000;
/** A look may take long, as where exits wait for their answers: what it looks after is said to be seen well before that. */
const SEEN_EVERY_MS = 10_000;

export function createRounds({ clock, log, what, armed, look, seen, endUnseen }: ArmedRounds): Rounds {
  /** Those under way, by account. What acts may have left the rules meanwhile. */
  const looks = new Map<string, { readonly ids: readonly string[]; readonly ended: Promise<void> }>();
  const failed = (error: unknown): void => log.error({ err: error }, `${what} could not be looked after`);

  /** @param account undefined: of all accounts */
  function idsOf(account?: string): readonly string[] {
    const accounts = account === undefined ? [...looks.keys(), ...armed().keys()] : [account];
    const all = armed();
    return [...new Set(accounts.flatMap((one) => [...(looks.get(one)?.ids ?? []), ...(all.get(one) ?? [])]))];
  }

  function keepSeen(account: string): void {
    for (const id of idsOf(account)) {
      seen(id, new Date(clock.now())).catch((error: unknown) =>
        log.warn({ err: error }, `${what} could not be kept seen`),
      );
    }
  }

  function begin(): void {
    for (const [account, ids] of armed()) {
      if (looks.has(account)) continue;
      const stop = clock.every(SEEN_EVERY_MS, () => keepSeen(account));
      const ended = look(account, ids)
        .catch(failed)
        .finally(() => {
          stop();
          looks.delete(account);
        });
      looks.set(account, { ids, ended });
    }
  }

  async function run(): Promise<void> {
    begin();
    await Promise.all(Array.from(looks.values(), ({ ended }) => ended));
  }

  return {
    run,
    start(isAlone) {
      let ending: Promise<void> | undefined;
      function disarm(since: number): void {
        ending ??= endUnseen(new Date(since), idsOf())
          .catch(failed)
          .finally(() => {
            ending = undefined;
          });
      }
      if (isAlone) disarm(clock.now());
      const stop = clock.every(LOOK_MS, () => {
        begin();
        disarm(clock.now() - UNSEEN_MS);
      });
      return async () => {
        stop();
        await ending;
        await Promise.all(Array.from(looks.values(), ({ ended }) => ended));
      };
    },
  };
}
