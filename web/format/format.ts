// Hot: runs for each visible changed cell. Bench question: grid.

/** U+2212, as wide as a digit in the table's font; the hyphen is not, and stands for "absent". */
const minus = "\u2212";
/** What an absent or uncomputable value shows; never 0. */
export const absentText = "-";

/** How the number of a cell becomes text. */
export type CellFormat = {
  /** As shown: '1,23,456.00'; NaN and infinities are '-'. */
  text(value: number): string;
  /** As copied and exported: '123456.00' with an ASCII minus, for spreadsheets; absent is ''. */
  plain(value: number): string;
};

type NumberShape = {
  /** Decimals shown, 0 to 5. */
  readonly decimals: number;
  /** Shown value = value / divisor; 1e5 for lakh. Default 1. */
  readonly divisor?: number;
  /** Sign positive values too. A value that rounds to zero has no sign. */
  readonly signed?: boolean;
  /** Follows the figure in the text, not in the export: '%', ' L', ' Cr'. */
  readonly suffix?: string;
};

/**
 * A number format with Indian grouping. Rounds the shortest decimal writing of the number, halves away from zero, as
 * Intl does: 1.005 is 1.01 though the binary value is a little less.
 */
export function numberFormat(shape: NumberShape): CellFormat {
  const { decimals, divisor = 1, signed = false, suffix = "" } = shape;
  const power = 10 ** decimals;
  const text = (value: number): string => {
    const shown = value / divisor;
    const size = Math.abs(shown);
    if (!(size * power < exactBelow)) return slowText(shown, decimals, signed) + (Number.isFinite(shown) ? suffix : "");
    const units = roundedUnits(size, decimals, power);
    const sign = units === 0 ? "" : shown < 0 ? minus : signed ? "+" : "";
    return sign + grouped(units, decimals, power) + suffix;
  };
  const plain = (value: number): string => {
    const shown = value / divisor;
    if (!Number.isFinite(shown)) return "";
    const size = Math.abs(shown);
    if (!(size * power < exactBelow)) return (shown < 0 ? "-" : "") + slowDigits(size, decimals);
    const units = roundedUnits(size, decimals, power);
    return (units !== 0 && shown < 0 ? "-" : "") + (units / power).toFixed(decimals);
  };
  return { text, plain };
}

/** Scaled figures below this are exact enough to be cut into digits. */
const exactBelow = 1e15;

function roundedUnits(size: number, decimals: number, power: number): number {
  const scaled = size * power;
  // The product may have been rounded to a tie or across it; then the digits of the writing decide.
  const fromTie = Math.abs(scaled - Math.floor(scaled) - 0.5);
  return fromTie < 1e-6 + scaled * 1e-15 ? unitsAsWritten(size, decimals) : Math.round(scaled);
}

/** The shortest decimal writing cut behind so many decimals, and one more where the next digit is 5 or above. */
function unitsAsWritten(size: number, decimals: number): number {
  const [whole = "", fraction = ""] = `${size}`.split(".");
  const kept = Number(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  return fraction.charAt(decimals) >= "5" ? kept + 1 : kept;
}

const pairs: readonly string[] = Array.from({ length: 100 }, (_, i) => (i < 10 ? `0${i}` : `${i}`));

/** Units of 10^-decimals as grouped text. */
function grouped(units: number, decimals: number, power: number): string {
  if (decimals === 0) return groupedWhole(units);
  const whole = Math.floor(units / power);
  const rest = units - whole * power;
  if (decimals === 2) return `${groupedWhole(whole)}.${pairs[rest]}`;
  return `${groupedWhole(whole)}.${String(rest).padStart(decimals, "0")}`;
}

/** 1234567 -> '12,34,567': the last three digits, then pairs. */
function groupedWhole(whole: number): string {
  if (whole < 1000) return `${whole}`;
  const digits = `${whole}`;
  let end = digits.length - 3;
  let text = digits.slice(end);
  while (end > 2) {
    text = `${digits.slice(end - 2, end)},${text}`;
    end -= 2;
  }
  return `${digits.slice(0, end)},${text}`;
}

/** Where whole units are no exact number any more, the writing has no decimals beyond those shown: nothing is a tie. */
function slowDigits(size: number, decimals: number): string {
  const units = unitsAsWritten(size, decimals);
  if (decimals === 0 || size >= 1e21 || !Number.isSafeInteger(units)) return size.toFixed(decimals);
  return `${units}`.replace(new RegExp(`(?=.{${decimals}}$)`), ".");
}

/** Beyond what is cut into digits, and for what is no number. */
function slowText(value: number, decimals: number, signed: boolean): string {
  if (!Number.isFinite(value)) return absentText;
  const sign = value < 0 ? minus : signed ? "+" : "";
  const digits = slowDigits(Math.abs(value), decimals);
  // toFixed writes 1e21 and more with an exponent; such a figure is no market fact, and is shown as it is.
  if (digits.includes("e")) return sign + digits;
  const [whole = "", fraction] = digits.split(".");
  const head = whole.slice(0, -3).replace(/\B(?=(\d{2})+$)/g, ",");
  return `${sign}${head},${whole.slice(-3)}${fraction === undefined ? "" : `.${fraction}`}`;
}

/** Text columns: the value is an index into the words. What has no word is absent. */
export function wordsFormat(words: readonly (string | undefined)[]): CellFormat {
  return { text: (value) => words[value] ?? absentText, plain: (value) => words[value] ?? "" };
}

/** Of a cell that has no words. */
export const noText: CellFormat = { text: () => "", plain: () => "" };

/** Minute of the day as 'HH:MM'. */
export const timeFormat: CellFormat = {
  text: (value) => (value >= 0 && value < 1440 ? clock(value) : absentText),
  plain: (value) => (value >= 0 && value < 1440 ? clock(value) : ""),
};

function clock(minuteOfDay: number): string {
  const minute = Math.floor(minuteOfDay);
  return `${pairs[Math.floor(minute / 60)]}:${pairs[minute % 60]}`;
}

const lakh = 1e5;
const crore = 1e7;

/** The formats most columns need. Prices: 2 decimals, USDINR 4. */
export const formats = {
  whole: numberFormat({ decimals: 0 }),
  signedWhole: numberFormat({ decimals: 0, signed: true }),
  price: numberFormat({ decimals: 2 }),
  signedPrice: numberFormat({ decimals: 2, signed: true }),
  price4: numberFormat({ decimals: 4 }),
  signedPrice4: numberFormat({ decimals: 4, signed: true }),
  percent: numberFormat({ decimals: 2, suffix: "%" }),
  signedPercent: numberFormat({ decimals: 2, signed: true, suffix: "%" }),
  signedWholePercent: numberFormat({ decimals: 0, signed: true, suffix: "%" }),
  /** Under a Lakh header: '437.98'. */
  lakh: numberFormat({ decimals: 2, divisor: lakh }),
  signedLakh: numberFormat({ decimals: 2, divisor: lakh, signed: true }),
  /** Alone: '3,646.18 L'. */
  lakhUnit: numberFormat({ decimals: 2, divisor: lakh, suffix: " L" }),
  crore: numberFormat({ decimals: 2, divisor: crore }),
  /** Alone: '36.46 Cr'. */
  croreUnit: numberFormat({ decimals: 2, divisor: crore, suffix: " Cr" }),
} as const satisfies Readonly<Record<string, CellFormat>>;

/** Of prices with so many decimals: 2, or 4. */
export const priceFormatOf = (decimals: number): CellFormat => (decimals === 4 ? formats.price4 : formats.price);
