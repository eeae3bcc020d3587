/** What is said of GTTs that stay when a position is moved on. */
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import type { GttBody } from "#contract/wire/http/order-bodies.ts";
import { stubBrowserGlobals } from "../../../testing/browser-globals.ts";
import { position } from "../__fixtures__/position.ts";

const CONFIRM = "../../../components/overlays/ConfirmDialog.tsx";
const WRITE = "../../../components/orders/use-write.ts";
const contract = { exchange: "NSE", underlying: "NIFTY", expiry: "2026-08-25", strike: 24_200, type: "CE" } as const;
const POSITION = { ...position, contract };

/** @param fields of a GTT that else guards the position */
async function opened(fields: Partial<GttBody>) {
  stubBrowserGlobals();
  const { toasts } = await import("../../../components/toasts/toasts.ts");
  const { productType, netQty: qty } = position;
  const gtt = { contract, productType, side: -1, qty, status: "active", ...fields } as unknown as GttBody;
  return { toasts, gtt };
}

afterEach(() => {
  vi.doUnmock(CONFIRM);
  vi.doUnmock(WRITE);
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ["guards it", {}, 1],
  ["guards another product", { productType: "MARGIN" }, 0],
  ["is over", { status: "triggered" }, 0],
] as const)("a GTT that %s", async (_, fields, count) => {
  const { toasts, gtt } = await opened(fields);
  const { tellGuarded, MOVED } = await import("./LeftGtts.tsx");
  tellGuarded([gtt], POSITION, MOVED);
  expect(toasts.list()).toHaveLength(count);
});

test.each([
  ["ok", ["A GTT stays under the old product: it guards nothing of what was converted, and may open a position."]],
  ["refused", []],
])("after a conversion (%s) the position is not gone, and its GTT guards nothing of it", async (outcome, words) => {
  const { toasts, gtt } = await opened({});
  let confirm = (): void => undefined;
  vi.doMock(CONFIRM, () => ({
    ConfirmDialog: ({ onConfirm }: { readonly onConfirm: () => void }) => {
      confirm = onConfirm;
      return null;
    },
  }));
  const ask = vi.fn(async () => outcome);
  vi.doMock(WRITE, () => ({ useWrite: () => ({ ask, isBusy: false }) }));
  const { ConvertDialog } = await import("./ConvertDialog.tsx");
  const onDone = vi.fn();
  renderToString(createElement(ConvertDialog, { position: POSITION, gtts: [gtt], onClose: () => undefined, onDone }));
  confirm();
  await vi.waitFor(() => expect(ask).toHaveResolved());
  await Promise.resolve();
  expect(onDone).toHaveBeenCalledTimes(words.length);
  expect(toasts.list().map(({ message }) => message)).toEqual(words);
});
