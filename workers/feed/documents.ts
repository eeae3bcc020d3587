/** The documents that quant workers read: each is loaded once for all of them, and forgotten after its last reader. */
import { type AnyDocument, type DocumentKey, parseDocumentKey } from "#contract/wire/documents.ts";
import type { Session } from "./session.ts";
import { createStill, type Reader, type Still } from "./still.ts";

export interface DocumentsDeps {
  readonly session: () => Session | undefined;
  /** The server refused a document with this status: 401 or 402. */
  readonly refused: (status: number) => void;
}

export interface Documents {
  acquire(reader: Reader, key: DocumentKey): void;
  release(reader: Reader, key: DocumentKey): void;
  /** Loads what was asked for while there was no session. */
  open(): void;
  /** The exchange's day is another one: what goes up to today is loaded again. */
  dayChanged(): void;
  /** The session ended. The next session loads the held documents again. */
  close(): void;
}

export function createDocuments({ session, refused }: DocumentsDeps): Documents {
  const held = new Map<DocumentKey, Set<Reader>>();
  const loaded = new Map<DocumentKey, Still<Reader>>();

  function load(key: DocumentKey, { http }: Session): Still<Reader> {
    const { name, date } = parseDocumentKey(key);
    return createStill<AnyDocument>({
      name: `document ${key}`,
      load: () => http.document(name, date),
      told: (content) => ({ type: "document", document: key, content }),
      missing: (why) => ({ type: "missingDocument", document: key, ...why }),
      isPartial: ({ pending }) => pending > 0,
      refused,
    });
  }

  function read(reader: Reader, key: DocumentKey): void {
    const current = session();
    if (!current) return; // open() comes back to it
    const document = loaded.get(key) ?? load(key, current);
    loaded.set(key, document);
    if (!document.readers.has(reader)) document.add(reader);
  }

  function forget(key: DocumentKey): void {
    loaded.get(key)?.dispose();
    loaded.delete(key);
  }

  return {
    acquire(reader, key) {
      const readers = held.get(key) ?? new Set();
      held.set(key, readers.add(reader));
      read(reader, key);
    },
    release(reader, key) {
      const readers = held.get(key);
      readers?.delete(reader);
      loaded.get(key)?.remove(reader);
      if (!readers || readers.size > 0) return;
      held.delete(key);
      forget(key);
    },
    open() {
      for (const [key, readers] of held) for (const reader of readers) read(reader, key);
    },
    dayChanged() {
      for (const [key, document] of loaded) if (parseDocumentKey(key).date === undefined) document.reload();
    },
    close() {
      for (const key of [...loaded.keys()]) forget(key);
    },
  };
}
