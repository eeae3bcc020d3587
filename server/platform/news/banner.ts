/** What the operator tells everybody, as the sockets learn it. */
import type { Banner } from "#contract/wire/socket-events.ts";

export interface Banners {
  /** The one that is shown now. */
  current(): Banner | undefined;
  /** The one that was shown last and has ended: its id without a message. A tab that was offline may still show it. */
  ended(): Banner | undefined;
  /** Tells of each banner that is shown, and of its end: the same id without a message. Returns what stops the telling. */
  onChanged(listener: (banner: Banner) => void): () => void;
}
