import { afterEach, describe, expect, it, vi } from "vitest";
import { stubBrowserGlobals } from "../../testing/browser-globals.ts";
import {
  browserOf,
  type DeviceFacts,
  type FingerprintSource,
  fingerprintOf,
  hashDevice,
  hashText,
  systemOf,
  thisDevice,
} from "./fingerprint.ts";

const facts: DeviceFacts = {
  screenResolution: "1366x768",
  colorDepth: 24,
  pixelRatio: 1,
  cores: 4,
  platform: "Win32",
  deviceMemory: 8,
  webgl: { renderer: "WebKit WebGL", vendor: "WebKit", unmaskedRenderer: "Intel UHD", unmaskedVendor: "Intel" },
};
const WINDOWS_CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";
const source: FingerprintSource = {
  facts: () => facts,
  userAgent: WINDOWS_CHROME,
  touchPoints: 0,
  deviceId: () => "0f1e2d",
};

afterEach(() => void vi.unstubAllGlobals());

describe("the hash", () => {
  it("is the same for the same device, and in base 36", () => {
    expect(hashDevice(facts)).toBe(hashDevice({ ...facts }));
    expect(hashDevice(facts)).toMatch(/^[0-9a-z]+$/);
  });

  it("tells each fact", () => {
    const changes: readonly Partial<DeviceFacts>[] = [
      { screenResolution: "1920x1080" },
      { colorDepth: 30 },
      { pixelRatio: 2 },
      { cores: 8 },
      { platform: "MacIntel" },
      { deviceMemory: "unknown" },
      { webgl: null },
    ];
    const hashes = changes.map((change) => hashDevice({ ...facts, ...change }));
    expect(new Set([hashDevice(facts), ...hashes]).size).toBe(changes.length + 1);
  });

  it("is a 32-bit number", () => {
    expect(hashText("")).toBe("0");
    expect(Number.parseInt(hashText("x".repeat(1000)), 36)).toBeLessThan(2 ** 32);
  });
});

describe("the system", () => {
  it.each([
    [WINDOWS_CHROME, 0, "Windows"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15", 0, "macOS"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15", 5, "iPadOS"],
    ["Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1", 5, "iPadOS"],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1", 5, "iOS"],
    ["Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36", 5, "Android"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", 0, "Linux"],
    ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36", 0, "Linux"],
    ["curl/8.0", 0, "Unknown OS"],
  ])("of %s with %i touch points is %3$s", (userAgent, touchPoints, name) => {
    expect(systemOf(userAgent, touchPoints)).toBe(name);
  });
});

describe("the browser", () => {
  it.each([
    [WINDOWS_CHROME, "Chrome"],
    [`${WINDOWS_CHROME} Edg/126.0.0.0`, "Edge"],
    [`${WINDOWS_CHROME} OPR/111.0.0.0`, "Opera"],
    [
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36",
      "Samsung Browser",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 FxiOS/127.0 Safari/605.1.15",
      "Firefox",
    ],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/126.0 Safari/604.1", "Chrome"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15", "Safari"],
    ["Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko", "Internet Explorer"],
    ["curl/8.0", "Unknown Browser"],
  ])("of %s is %s", (userAgent, name) => {
    expect(browserOf(userAgent)).toBe(name);
  });
});

describe("the fingerprint", () => {
  it("has four parts", () => {
    expect(fingerprintOf(source)).toBe(`${hashDevice(facts)}-Windows-0f1e2d-Chrome`);
  });

  it("is the error's message where it cannot be made", () => {
    const failing = {
      ...source,
      facts: () => {
        throw new Error("webgl is blocked");
      },
    };
    expect(fingerprintOf(failing)).toBe("Error:webgl is blocked");
  });

  it("keeps the random id under f", () => {
    const { storage } = stubBrowserGlobals();
    const first = thisDevice.deviceId();
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(storage.getItem("f")).toBe(first);
    expect(thisDevice.deviceId()).toBe(first);
  });
});
