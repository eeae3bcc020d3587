/**
 * Replies of brokers with all that tells of a user taken out, in the shape that they had: what is kept is what is known to tell
 * nothing, and all other text becomes letters and figures of no meaning.
 *
 *     const clean = createRedaction(["AB1234", "token1"]);
 *     clean('{"user_id":"AB1234","status":"OPEN"}')     // '{"user_id":"XX0000","status":"OPEN"}'
 */

/** Words of protocols, contracts, dates and prices: a capital word, a name of a contract, a figure. */
const TELLS_NOTHING: readonly RegExp[] = [
  /^$/,
  // 'COMPLETE', 'SL-LMT', 'Trigger_Pending', 'e-orders-0005'
  /^[A-Za-z]{1,20}(?:[-_ ][A-Za-z]{1,20}){0,2}$/,
  // 'NFO:NIFTY26N2424600CE', 'NIFTY 33000 CE 27 JUN 28', 'NIFTY24NOV26C24600'
  /^(?:[A-Z_]{2,12}:)?(?:NIFTY|BANKNIFTY|FINNIFTY|MIDCPNIFTY|SENSEX|BANKEX|USDINR)[ \dA-Z.]{0,30}$/,
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?)?(?:\+05:30)?$/,
  /^\d{2}:\d{2}:\d{2}(?: \d{2}-\d{2}-\d{4})?$/,
  /^\d{2}-(?:\d{2}|[A-Za-z]{3})-\d{4}(?: \d{2}:\d{2}:\d{2})?$/,
  /^-?\d{1,5}(?:\.\d{1,4})?$/,
];

/** Fields whose words are the user's, whatever they look like. */
const PERSONAL =
  /name|user|client|account|actid|^uid$|email|phone|mobile|pan$|token|secret|key|bank|isin|remark|tag|guid|meta|ip$|address|identifier|login|placed_by|holder|nominee/i;
/** Words to people: they tell why something was refused, so that only figures go. */
const MESSAGE = /message|reason|description|emsg/i;

/** Figures beyond this are money of the user's, or numbers of his orders. */
const LARGEST = 99_999;

/** @param secrets found anywhere, also inside other text, they do not stay. */
export function createRedaction(secrets: readonly string[]): (body: string) => string {
  const words = secrets.filter((secret) => secret.length > 2).map((secret) => secret.toLowerCase());
  const isSecret = (text: string): boolean => words.some((word) => text.toLowerCase().includes(word));

  const textOf = (text: string, isPersonal: boolean): string => {
    const isPlain = !isPersonal && TELLS_NOTHING.some((shape) => shape.test(text));
    return isPlain && !isSecret(text) ? text : shapeOf(text);
  };
  const numberOf = (number: number, isPersonal: boolean): number =>
    isPersonal || Math.abs(number) > LARGEST || isSecret(String(number))
      ? Number(shapeOf(String(number))) || 0
      : number;

  const cleaned = (value: unknown, isPersonal: boolean): unknown => {
    if (typeof value === "string") return textOf(value, isPersonal);
    if (typeof value === "number") return numberOf(value, isPersonal);
    if (Array.isArray(value)) return value.map((item: unknown) => cleaned(item, isPersonal));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        // A list by ISIN or by account has them as names.
        /^[A-Za-z_]+$/.test(name) && !isSecret(name) ? name : shapeOf(name),
        typeof item === "string" && MESSAGE.test(name) && !isSecret(item)
          ? item.replace(/\d/g, "0")
          : cleaned(item, isPersonal || PERSONAL.test(name)),
      ]),
    );
  };

  return (body) => {
    try {
      return JSON.stringify(cleaned(JSON.parse(body), false), undefined, 2);
    } catch {
      return shapeOf(body);
    }
  };
}

/** 'AB1234' to 'XX0000'; a number keeps its length and its point. */
const shapeOf = (text: string): string =>
  text
    .replace(/\p{Lu}/gu, "X")
    .replace(/\p{L}/gu, (letter) => (letter === "X" ? letter : "x"))
    .replace(/\d/g, "0");
