type Triple = readonly [number, number, number];

/** What linear sRGB becomes to an eye: Machado, Oliveira, Fernandes (2009), table 1, severity 1. */
const SIGHTS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  deuteranope: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanope: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
} as const satisfies Readonly<Record<string, readonly [Triple, Triple, Triple]>>;

export type Sight = keyof typeof SIGHTS;

/** How far apart two colours look: their distance in CIE L*a*b* (1976, D65); some 2 is just seen, 100 is black from white. */
export function colourDifference(one: string, other: string, sight: Sight = "normal"): number {
  const [a, b] = [lab(one, sight), lab(other, sight)];
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

const D65 = [0.95047, 1, 1.08883] as const;

/** @param colour `#RRGGBB` */
function lab(colour: string, sight: Sight): Triple {
  const linear = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const [r = 0, g = 0, b = 0] = SIGHTS[sight].map((row) => {
    const seen = row.reduce<number>((sum, share, i) => sum + share * linear[i]!, 0);
    return Math.min(1, Math.max(0, seen));
  });
  const [x = 0, y = 0, z = 0] = [
    0.4124564 * r + 0.3575761 * g + 0.1804375 * b,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    0.0193339 * r + 0.119192 * g + 0.9503041 * b,
  ].map((value, i) => {
    const share = value / D65[i]!;
    return share > (6 / 29) ** 3 ? Math.cbrt(share) : share / (3 * (6 / 29) ** 2) + 4 / 29;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
