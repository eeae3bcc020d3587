import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AnyDocument, readDocument } from "#contract/wire/documents.ts";
import { createDocuments } from "./documents.ts";
import { MarketHttpError } from "./market-http.ts";

const PAST = "HistFutures-8:25:2026@2026-07-27";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open() {
  const asked: string[] = [];
  const refused: number[] = [];
  const state = { reply: (): AnyDocument => readDocument("HVIV", body(0)), isOpen: true };
  const http = {
    async document(name: string, date?: string) {
      asked.push(date === undefined ? name : `${name} ${date}`);
      return state.reply();
    },
  };
  const documents = createDocuments({
    session: () => (state.isOpen ? ({ http } as never) : undefined),
    refused: (status) => void refused.push(status),
  });
  const readerOf = () => {
    const sent: { readonly type: string; readonly document?: string; readonly status?: number }[] = [];
    return { sent, send: (update: (typeof sent)[number]) => void sent.push(update) };
  };
  return { documents, asked, refused, state, readerOf, settle: (ms = 1) => vi.advanceTimersByTimeAsync(ms) };
}

const body = (pending: number) => ({ data: { dates: [] }, sources: {}, pending });
const fails = (status: number) => () => {
  throw new MarketHttpError(status, "why");
};

test("is loaded once for two workers, and forgotten after the last", async () => {
  const { documents, asked, readerOf, settle } = open();
  const [a, b] = [readerOf(), readerOf()];
  documents.acquire(a, "HVIV");
  documents.acquire(b, PAST);
  await settle();
  documents.acquire(b, "HVIV");
  expect(asked).toEqual(["HVIV", "HistFutures-8:25:2026 2026-07-27"]);
  expect(a.sent).toMatchObject([{ type: "document", document: "HVIV" }]);
  expect(b.sent.map(({ document }) => document)).toEqual([PAST, "HVIV"]);
  documents.release(a, "HVIV");
  documents.release(b, "HVIV");
  documents.acquire(a, "HVIV");
  await settle();
  expect(asked).toHaveLength(3);
});

test("what was asked for before the session, or of a former one, is loaded with it", async () => {
  const { documents, asked, readerOf, settle, state } = open();
  state.isOpen = false;
  const a = readerOf();
  documents.acquire(a, "HVIV");
  await settle();
  expect(asked).toEqual([]);
  state.isOpen = true;
  documents.open();
  await settle();
  documents.open();
  documents.close();
  documents.open();
  await settle();
  expect(asked).toHaveLength(2);
  expect(a.sent).toHaveLength(2);
});

test("another day of the exchange loads the live ones anew, and no past one", async () => {
  const { documents, asked, readerOf, settle } = open();
  const a = readerOf();
  documents.acquire(a, "HVIV");
  documents.acquire(a, PAST);
  await settle();
  documents.dayChanged();
  await settle();
  expect(asked.slice(2)).toEqual(["HVIV"]);
});

test("days that the server is still making are asked for until they are there", async () => {
  const { documents, asked, readerOf, settle, state } = open();
  const a = readerOf();
  state.reply = () => readDocument("HVIV", body(3));
  documents.acquire(a, "HVIV");
  await settle(1100);
  expect(asked).toHaveLength(3);
  state.reply = () => readDocument("HVIV", body(0));
  await settle(60_000);
  expect(asked).toHaveLength(4);
  expect(a.sent).toHaveLength(4);
});

test("a failing server and a lost network are tried again; a refusal is an answer", async () => {
  const { documents, asked, readerOf, settle, state } = open();
  const a = readerOf();
  state.reply = fails(500);
  documents.acquire(a, "HVIV");
  await settle(600);
  expect(a.sent).toMatchObject([
    { type: "missingDocument", status: 500 },
    { type: "missingDocument", status: 500 },
  ]);
  state.reply = fails(0);
  await settle(500);
  expect(asked).toHaveLength(3);
  expect(a.sent).toHaveLength(2);
  state.reply = fails(404);
  await settle(60_000);
  expect(asked).toHaveLength(4);
  expect(a.sent.at(-1)).toMatchObject({ status: 404 });
});

test("who comes after a refusal has it asked for again, and all are told", async () => {
  const { documents, asked, readerOf, settle, state } = open();
  const [a, b] = [readerOf(), readerOf()];
  state.reply = fails(404);
  documents.acquire(a, "HVIV");
  await settle();
  state.reply = () => readDocument("HVIV", body(0));
  documents.acquire(b, "HVIV");
  await settle();
  expect(asked).toHaveLength(2);
  expect([a, b].map(({ sent }) => sent.at(-1)?.type)).toEqual(["document", "document"]);
});

test.each([401, 402])(
  "%i concerns the session: nobody is told but the page, and it is not tried again",
  async (status) => {
    const { documents, asked, refused, readerOf, settle, state } = open();
    const a = readerOf();
    state.reply = fails(status);
    documents.acquire(a, "HVIV");
    await settle(60_000);
    expect([asked.length, refused, a.sent]).toEqual([1, [status], []]);
  },
);

test("a load that ends after its reader left reaches nobody", async () => {
  const { documents, readerOf, settle } = open();
  const a = readerOf();
  documents.acquire(a, "HVIV");
  documents.release(a, "HVIV");
  await settle();
  expect(a.sent).toEqual([]);
});
