/** The documents this worker holds, as the feed worker sends them. */
import type { AnyDocument, DocumentKey } from "#contract/wire/documents.ts";
import type { Missing } from "#contract/worker/derivation.ts";
import type { DocumentRequest, DocumentUpdate } from "#contract/worker/feed-api.ts";

export interface Documents {
  /** Undefined until the document is loaded. */
  content(key: DocumentKey): AnyDocument | undefined;
  missing(key: DocumentKey): Missing | undefined;
  acquire(key: DocumentKey): void;
  release(key: DocumentKey): void;
  /** Asks anew for a document that is missing, for all its readers. */
  askAgain(key: DocumentKey): void;
  apply(update: DocumentUpdate): void;
}

interface HeldDocument {
  holders: number;
  content?: AnyDocument;
  missing?: Missing | undefined;
}

/** @param changed is called with each document that is there, or known not to be. */
export function createDocuments(
  send: (request: DocumentRequest) => void,
  changed: (key: DocumentKey) => void,
): Documents {
  const held = new Map<DocumentKey, HeldDocument>();
  return {
    content: (key) => held.get(key)?.content,
    missing: (key) => held.get(key)?.missing,
    acquire(key) {
      const entry = held.get(key);
      if (entry) {
        entry.holders++;
        return;
      }
      held.set(key, { holders: 1 });
      send({ type: "acquireDocument", document: key });
    },
    askAgain(key) {
      const entry = held.get(key);
      if (!entry?.missing) return;
      entry.missing = undefined;
      send({ type: "releaseDocument", document: key });
      send({ type: "acquireDocument", document: key });
    },
    release(key) {
      const entry = held.get(key);
      if (!entry || --entry.holders > 0) return;
      held.delete(key);
      send({ type: "releaseDocument", document: key });
    },
    apply(update) {
      const entry = held.get(update.document);
      if (!entry) return; // released while the message was on its way
      if (update.type === "document") {
        entry.content = update.content;
        entry.missing = undefined;
      } else entry.missing = update;
      changed(update.document);
    },
  };
}
