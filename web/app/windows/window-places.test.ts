import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** As a page has it. */
function storage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}

const LEFT_MONITOR = { left: 1400, top: 40, width: 900, height: 600 };
let listeners: Map<string, () => void>;
let open: ReturnType<typeof vi.fn>;
let moveTo: ReturnType<typeof vi.fn>;
let granted: Promise<unknown>;
let getScreenDetails: ReturnType<typeof vi.fn>;

beforeEach(() => {
  vi.resetModules();
  listeners = new Map();
  moveTo = vi.fn();
  open = vi.fn(() => ({ moveTo }));
  granted = Promise.resolve({});
  getScreenDetails = vi.fn(() => granted);
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("window", { open, getScreenDetails });
  vi.stubGlobal("screen", { availLeft: 0, availTop: 0, availWidth: 1366, availHeight: 768 });
  vi.stubGlobal("addEventListener", (type: string, listener: () => void) => listeners.set(type, listener));
});

afterEach(() => void vi.unstubAllGlobals());

const places = () => import("./window-places.ts");
const kept = (): unknown => JSON.parse(localStorage.getItem("windowPlaces") ?? "{}");
const keep = (all: unknown): void => localStorage.setItem("windowPlaces", JSON.stringify(all));

/** The popped-out window's life: it stands somewhere, and closes. */
async function standAndClose(name: string, at = LEFT_MONITOR): Promise<void> {
  vi.resetModules();
  sessionStorage.setItem("windowName", name);
  const names = { screenX: at.left, screenY: at.top, innerWidth: at.width, innerHeight: at.height };
  for (const [key, value] of Object.entries(names)) vi.stubGlobal(key, value);
  (await places()).rememberPlace();
  listeners.get("pagehide")?.();
  sessionStorage.removeItem("windowName");
}

test("a window opens where the last one of its name stood, on another monitor where that is granted", async () => {
  const { openPlaced } = await places();
  openPlaced("/workspace", "pcr");
  expect(open).toHaveBeenLastCalledWith("/workspace", "", "popup,width=1100,height=720");
  expect(getScreenDetails).not.toHaveBeenCalled();
  await standAndClose("pcr");
  expect(kept()).toEqual({ pcr: LEFT_MONITOR });
  const again = (await places()).openPlaced;
  again("/workspace", "pcr");
  expect(open).toHaveBeenLastCalledWith("/workspace", "", "popup,left=1400,top=40,width=900,height=600");
  await granted;
  await Promise.resolve();
  expect(moveTo).toHaveBeenCalledWith(1400, 40);
  again("/workspace", "maxpain");
  expect(open).toHaveBeenLastCalledWith("/workspace", "", "popup,width=1100,height=720");
});

test("on this monitor nothing is asked; a refusal leaves the window where it is", async () => {
  keep({ here: { ...LEFT_MONITOR, left: 100 }, there: LEFT_MONITOR });
  const { openPlaced } = await places();
  openPlaced("/workspace", "here");
  expect(getScreenDetails).not.toHaveBeenCalled();
  granted = Promise.reject(new Error("denied"));
  openPlaced("/workspace", "there");
  await granted.catch(() => undefined);
  await Promise.resolve();
  expect(moveTo).not.toHaveBeenCalled();
});

test("a browser that opens none, without screen details, or with damaged places does no harm", async () => {
  vi.stubGlobal("window", { open: () => null });
  const { openPlaced } = await places();
  for (const text of ["", "[]", "{", JSON.stringify({ pcr: { left: "1", top: 0, width: 9, height: 9 } })]) {
    localStorage.setItem("windowPlaces", text);
    expect(openPlaced("/workspace", "pcr")).toBeUndefined();
  }
  keep({ pcr: LEFT_MONITOR });
  expect(openPlaced("/workspace", "pcr")).toBeUndefined();
});

test("a window that opens another keeps its own name; the main window has none, and remembers nothing", async () => {
  const { openPlaced, rememberPlace } = await places();
  rememberPlace();
  expect(listeners.size).toBe(0);
  sessionStorage.setItem("windowName", "pcr");
  let told: string | null = null;
  open.mockImplementation(() => {
    told = sessionStorage.getItem("windowName");
    return null;
  });
  openPlaced("/workspace", "maxpain");
  expect([told, sessionStorage.getItem("windowName")]).toEqual(["maxpain", "pcr"]);
});

test("only the latest places are kept", async () => {
  for (let i = 0; i < 30; i++) await standAndClose(`w${i}`);
  expect(Object.keys(kept() as object)).toHaveLength(24);
  expect(kept()).toHaveProperty("w29");
  expect(kept()).not.toHaveProperty("w5");
});
