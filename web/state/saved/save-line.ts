/**
 * Saves of one thing go one after another: each names the revision that the one before it made. Only a save of a page that is
 * being left waits for nothing. It says after which others it comes, so that the server takes none of those for another
 * page's.
 */

export interface Turn<Reply> {
  /** Tells its payload from every other. */
  readonly mark: string;
  /** Waits for nothing. */
  readonly isLast: boolean;
  /** @param comesAfter marks of saves without an answer: the server may have one of them, or get it yet */
  readonly send: (comesAfter: readonly string[]) => Promise<Reply>;
  /**
   * Hears the reply before the next save goes.
   * @param isNewest no later one went meanwhile: only then the reply's revision is the newest
   * @returns whether the server has decided: it has the save, or never will
   */
  readonly answered: (reply: Reply, isNewest: boolean) => boolean;
}

interface Line<Reply> {
  asked: number;
  /** The number of the latest one that went, and what comes of it. */
  went: number;
  reply: Promise<Reply> | undefined;
  /** Settles with the latest one that went; undefined where none is on its way. */
  over: Promise<unknown> | undefined;
  readonly unanswered: Set<string>;
}

/** So many are named: of more than these the server has one of the newest, or none. */
export const MOST_NAMED = 8;

/** @returns runs a save of a thing in its turn; one that still waits when a later one goes has that one's reply */
export function createSaveLines<Reply>(): (thing: object, turn: Turn<Reply>) => Promise<Reply> {
  const lines = new WeakMap<object, Line<Reply>>();

  function lineOf(thing: object): Line<Reply> {
    let line = lines.get(thing);
    if (!line) {
      line = { asked: 0, went: 0, reply: undefined, over: undefined, unanswered: new Set() };
      lines.set(thing, line);
    }
    return line;
  }

  async function go(line: Line<Reply>, number: number, { mark, send, answered }: Turn<Reply>): Promise<Reply> {
    const comesAfter = [...line.unanswered].slice(-MOST_NAMED);
    line.unanswered.add(mark);
    const reply = await send(comesAfter);
    if (answered(reply, line.went === number)) line.unanswered.delete(mark);
    return reply;
  }

  return async (thing, turn) => {
    const line = lineOf(thing);
    const number = ++line.asked;
    while (!turn.isLast && line.over) {
      await line.over;
      if (line.reply && line.went > number) return line.reply;
    }
    line.went = number;
    const reply = go(line, number, turn);
    line.reply = reply;
    const over = reply.then(
      () => undefined,
      () => undefined,
    );
    line.over = over;
    void over.then(() => {
      if (line.over === over) line.over = undefined;
    });
    return reply;
  };
}
