import { afterEach, expect, test, vi } from "vitest";
import { isoDate } from "#contract/domain/units.ts";
import type { PaneControl, PaneMessage, SubscribeRequest } from "#contract/worker/quant-api.ts";
import type { PaneContext, PaneHome } from "#contract/worker/screen.ts";
import { createHomes } from "./homes.ts";
import { openSubscription } from "./subscription.ts";

const paneOf = (symbol: string): PaneContext => ({
  exchange: "NSE",
  symbol,
  expiry: AUGUST,
  expiries: [AUGUST],
  futureExpiry: AUGUST,
  futureExpiries: [AUGUST],
});
const AUGUST = isoDate("2026-08-25");

interface Opened {
  readonly worker: number;
  readonly request: SubscribeRequest;
  readonly heard: PaneControl[];
  readonly port: MessagePort;
}
const opened: Opened[] = [];
afterEach(() => {
  for (const { port } of opened) port.close();
  opened.length = 0;
});

function open(home: PaneHome = "underlying") {
  const homes = createHomes(2);
  const messages: PaneMessage<string>[] = [];
  const subscription = openSubscription<PaneMessage<string>, SubscribeRequest>(
    {
      homes,
      open(worker, request, port) {
        const heard: PaneControl[] = [];
        port.addEventListener("message", ({ data }: { readonly data: PaneControl }) => void heard.push(data));
        port.start();
        opened.push({ worker, request, heard, port });
      },
    },
    home,
    { screen: "price", pane: paneOf("NIFTY"), params: 1, visible: true },
    (message) => void messages.push(message),
  );
  return { homes, messages, subscription };
}

const at = (index: number): Opened => {
  const one = opened[index];
  if (!one) throw new Error(`home ${index} was not opened`);
  return one;
};
const snapshot = (sequence: number, symbol: string) => ({
  type: "snapshot",
  sequence,
  snapshot: symbol,
  pane: paneOf(symbol),
  clock: { mode: "live", date: isoDate("2026-08-18"), minute: 600, speed: 1 },
  age: 0,
});
const until = (check: () => void) => vi.waitFor(check, { timeout: 2000, interval: 5 });

test("tells its home of every change", async () => {
  const { subscription } = open();
  subscription.setParams(2);
  subscription.setVisible(false);
  subscription.setPane({ ...paneOf("NIFTY"), expiry: isoDate("2026-09-29") });
  subscription.dispose();
  await until(() => {
    expect(at(0).heard.map(({ type }) => type)).toEqual(["params", "visible", "pane", "close"]);
  });
  expect(opened).toHaveLength(1);
});

test("moves with its symbol to another home, with everything that was set", async () => {
  const { subscription, homes } = open();
  homes.acquire("BANKNIFTY"); // lives in worker 1
  subscription.setParams(5);
  subscription.setVisible(false);
  subscription.setPane(paneOf("BANKNIFTY"));
  expect(at(1)).toMatchObject({ worker: 1, request: { pane: paneOf("BANKNIFTY"), params: 5, visible: false } });
  await until(() => expect(at(0).heard.at(-1)).toEqual({ type: "close" }));
});

test("the pane that the user turned to last is that in another home, too, and no other is", async () => {
  const [first, last] = [open(), open()];
  first.subscription.activate();
  last.subscription.activate();
  for (const { homes, subscription } of [first, last]) {
    homes.acquire("BANKNIFTY");
    subscription.setPane(paneOf("BANKNIFTY"));
    subscription.setVisible(true);
  }
  await until(() => expect(at(3).heard.map(({ type }) => type)).toEqual(["active", "visible"]));
  expect(at(2).heard.map(({ type }) => type)).toEqual(["visible"]);
});

test("a former home is not heard any more", async () => {
  const { subscription, messages, homes } = open();
  homes.acquire("BANKNIFTY");
  subscription.setPane(paneOf("BANKNIFTY"));
  at(0).port.postMessage(snapshot(1, "NIFTY"));
  at(1).port.postMessage(snapshot(1, "BANKNIFTY"));
  await until(() => expect(messages).toHaveLength(1));
  await new Promise((done) => setTimeout(done, 50));
  expect(messages).toEqual([snapshot(1, "BANKNIFTY")]);
});

test("a painting of a former home's snapshot is not told to the present one", async () => {
  const { subscription, messages, homes } = open();
  at(0).port.postMessage(snapshot(57, "NIFTY"));
  await until(() => expect(messages).toHaveLength(1));
  homes.acquire("BANKNIFTY");
  subscription.setPane(paneOf("BANKNIFTY"));
  subscription.painted(57);
  at(1).port.postMessage(snapshot(1, "BANKNIFTY"));
  await until(() => expect(messages).toHaveLength(2));
  subscription.painted(1);
  await until(() => expect(at(1).heard).toEqual([{ type: "painted", sequence: 1 }]));
});

test("a disposed subscription says and hears nothing, and frees its home once", async () => {
  const { subscription, messages, homes } = open();
  homes.acquire("NIFTY");
  subscription.dispose();
  subscription.dispose();
  at(0).port.postMessage(snapshot(1, "NIFTY"));
  await new Promise((done) => setTimeout(done, 50));
  expect(messages).toEqual([]);
  expect(at(0).heard).toEqual([{ type: "close" }]);
  // NIFTY is still held elsewhere: the next underlying goes to the empty worker.
  expect(homes.acquire("SENSEX")).toBe(1);
});

test("a pane of the whole market keeps its worker whatever the symbol", async () => {
  const { subscription } = open("market");
  subscription.setPane(paneOf("BANKNIFTY"));
  await until(() => expect(at(0).heard).toEqual([{ type: "pane", pane: paneOf("BANKNIFTY") }]));
  expect(opened).toHaveLength(1);
});
