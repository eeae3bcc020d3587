/**
 * The device fingerprint: '{hash}-{OS}-{random id}-{browser}'. It tells one device from another. It is no secret.
 */

/** What the hash is made of; `undefined` webgl is null, an absent memory is 'unknown'. */
export interface DeviceFacts {
  readonly screenResolution: string;
  readonly colorDepth: number;
  readonly pixelRatio: number;
  readonly cores: number;
  readonly platform: string;
  readonly deviceMemory: number | "unknown";
  readonly webgl: {
    readonly renderer: string;
    readonly vendor: string;
    readonly unmaskedRenderer: string;
    readonly unmaskedVendor: string;
  } | null;
}

/** A string hash (31-multiplier, 32 bits) in base 36. */
export function hashText(text: string): string {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return (hash >>> 0).toString(36);
}

export const hashDevice = (facts: DeviceFacts): string => hashText(JSON.stringify(facts));

/** First match wins: a user agent names the systems it descends from, too. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, "iOS"],
  [/iPad/, "iPadOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "macOS"],
  [/Linux|X11|CrOS/, "Linux"],
];

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Firefox|FxiOS/, "Firefox"],
  [/SamsungBrowser/, "Samsung Browser"],
  [/OPR\/|Opera/, "Opera"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/Chrome|CriOS|Chromium/, "Chrome"],
  [/Safari/, "Safari"],
  [/MSIE|Trident/, "Internet Explorer"],
];

/** @param touchPoints an iPad that asks for desktop pages calls itself a Macintosh, but has a touch screen. */
export function systemOf(userAgent: string, touchPoints = 0): string {
  const name = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Unknown OS";
  return name === "macOS" && touchPoints > 1 ? "iPadOS" : name;
}

export const browserOf = (userAgent: string): string =>
  BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "Unknown Browser";

export interface FingerprintSource {
  facts(): DeviceFacts;
  readonly userAgent: string;
  readonly touchPoints: number;
  /** The random device id, stored under `f` and reused. */
  deviceId(): string;
}

/** Never throws: a failure is the fingerprint 'Error:{message}', and that is sent. */
export function fingerprintOf(source: FingerprintSource): string {
  try {
    const { userAgent, touchPoints } = source;
    return `${hashDevice(source.facts())}-${systemOf(userAgent, touchPoints)}-${source.deviceId()}-${browserOf(userAgent)}`;
  } catch (error) {
    return `Error:${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The browser at hand. */
export const thisDevice: FingerprintSource = {
  get userAgent() {
    return navigator.userAgent;
  },
  get touchPoints() {
    return navigator.maxTouchPoints;
  },
  facts: () => ({
    screenResolution: `${screen.width}x${screen.height}`,
    colorDepth: screen.colorDepth,
    pixelRatio: devicePixelRatio,
    cores: navigator.hardwareConcurrency,
    platform: navigator.platform,
    deviceMemory: (navigator as { deviceMemory?: number }).deviceMemory ?? "unknown",
    webgl: webglFacts(),
  }),
  deviceId() {
    const stored = localStorage.getItem("f");
    if (stored) return stored;
    const id = crypto.randomUUID().replaceAll("-", "");
    localStorage.setItem("f", id);
    return id;
  },
};

function webglFacts(): DeviceFacts["webgl"] {
  const gl = document.createElement("canvas").getContext("webgl");
  if (!gl) return null;
  const unmasked = gl.getExtension("WEBGL_debug_renderer_info");
  const read = (name: number | undefined): string => (name === undefined ? "" : String(gl.getParameter(name)));
  const facts = {
    renderer: read(gl.RENDERER),
    vendor: read(gl.VENDOR),
    unmaskedRenderer: read(unmasked?.UNMASKED_RENDERER_WEBGL),
    unmaskedVendor: read(unmasked?.UNMASKED_VENDOR_WEBGL),
  };
  gl.getExtension("WEBGL_lose_context")?.loseContext(); // a page has few contexts to give
  return facts;
}
