import { expect, test } from "vitest";
import { createRedaction } from "./redaction.ts";

const CANARIES = ["AB1234", "canaryToken99", "key-canary", "Ravi Canary", "987654321"];
const redact = createRedaction(CANARIES);
const hidden = (body: string): void => {
  for (const canary of CANARIES) expect(redact(body).toLowerCase()).not.toContain(canary.toLowerCase());
};

test.each(CANARIES)("%s stays nowhere: as a value, in a text, as a name, as a number, in what is no JSON", (canary) => {
  for (const field of ["status", "exchange", "data", "message", "note", "user_id", "order_timestamp"]) {
    hidden(JSON.stringify({ [field]: canary }));
    hidden(JSON.stringify([{ deep: { [field]: [`IP of ${canary.toUpperCase()} is not allowed`] } }]));
    hidden(JSON.stringify({ [field]: `Rejected for ${canary}` }));
  }
  hidden(JSON.stringify({ [canary]: 1, order_id: Number(canary) || 0 }));
  hidden(`<html>${canary}</html>`);
});

test("what tells nothing of a user stays, and the rest keeps its shape", () => {
  const reply = {
    status: "success",
    data: [
      {
        order_id: "220303000308932",
        placed_by: "ZZ9999",
        exchange: "NFO",
        tradingsymbol: "NIFTY26N2424600CE",
        status: "REJECTED",
        status_message: "Insufficient funds. Required margin is 95417.84",
        order_timestamp: "2026-11-23 11:00:00",
        average_price: 6.55,
        quantity: 130,
        net: 12345678.5,
        tag: "SABCDEFGHIJKLM",
        pan: "ABCDE1234F",
        filled: true,
        parent: null,
      },
    ],
  };
  expect(JSON.parse(redact(JSON.stringify(reply)))).toEqual({
    status: "success",
    data: [
      {
        order_id: "000000000000000",
        placed_by: "XX0000",
        exchange: "NFO",
        tradingsymbol: "NIFTY26N2424600CE",
        status: "REJECTED",
        status_message: "Insufficient funds. Required margin is 00000.00",
        order_timestamp: "2026-11-23 11:00:00",
        average_price: 6.55,
        quantity: 130,
        net: 0,
        tag: "XXXXXXXXXXXXXX",
        pan: "XXXXX0000X",
        filled: true,
        parent: null,
      },
    ],
  });
});
