/** What happens to brokers' replies on their way, for tests of what is made of them. */
import fc from "fast-check";

type Damage = (body: string) => string;

const ODD = fc.constantFrom<unknown>(
  null,
  -1,
  0,
  0.5,
  1e308,
  "",
  "150",
  "COMPLETE",
  "SELL",
  true,
  [],
  {},
  "x".repeat(600),
);

/** What happens to replies: cut short, a byte flipped, one value another, one field gone, or something else altogether. */
export const damages: fc.Arbitrary<Damage> = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }).map(
    (share): Damage =>
      (body) =>
        body.slice(0, Math.floor(share * body.length)),
  ),
  fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 32, max: 126 })).map(
    ([share, code]): Damage =>
      (body) => {
        const at = Math.floor(share * body.length);
        return body.slice(0, at) + String.fromCharCode(code) + body.slice(at + 1);
      },
  ),
  fc.tuple(fc.nat(), ODD).map(
    ([pick, value]): Damage =>
      (body) =>
        changed(body, pick, () => value),
  ),
  fc.nat().map(
    (pick): Damage =>
      (body) =>
        changed(body, pick, () => undefined),
  ),
  fc
    .constantFrom(
      "<html><body><h1>502 Bad Gateway</h1></body></html>",
      "",
      "null",
      "[]",
      '{"status":"success"}',
      '{"status":"success","data":{}}',
      '{"status":"error","message":"Gateway timed out","error_type":"NetworkException"}',
    )
    .map(
      (text): Damage =>
        () =>
          text,
    ),
);

/** The JSON with one of its values replaced, or taken out. */
function changed(body: string, pick: number, to: (value: unknown) => unknown): string {
  let left = 0;
  JSON.parse(body, (_, value: unknown) => {
    left++;
    return value;
  });
  let at = pick % left;
  return JSON.stringify(JSON.parse(body, (_, value: unknown) => (at-- === 0 ? to(value) : value))) ?? "";
}
