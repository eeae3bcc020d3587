import { describe, expect, it } from "vitest";
import { COMPLETE, CORE_FIELDS, createLiveColumns, createMinuteColumns } from "../../domain/columns.ts";
import { ABSENT } from "../../domain/units.ts";
import { createTokens, HEADER, TICK } from "../__fixtures__/room.ts";
import { createFrameEncoder } from "../frame.ts";

describe("golden bytes of version 1", () => {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
  const tokens = createTokens(6);
  const live = createLiveColumns(6);
  const encoder = createFrameEncoder({ tokens, tick: TICK }, { epoch: 258, seq: 0x01020304 });
  const set = (field: number, values: readonly number[]): void => live.columns[field].set(values);

  it("delta, delta, snapshot, minute, dictionary", () => {
    set(0, [2_450_037, 10_000, 10_005, 9_000, ABSENT, 5]);
    set(3, [ABSENT, 75, 7_500, 4_294_967_325, ABSENT, 0]);
    const first = encoder.encodeDelta(live, HEADER) ?? new Uint8Array();
    set(0, [2_450_012, 10_010, 10_000, 9_000, 45, 10]);
    set(3, [ABSENT, 150, 7_575, 4_294_967_400, 75, 0]);
    const second = encoder.encodeDelta(live, HEADER) ?? new Uint8Array();
    const minutes = createMinuteColumns(6, 2, CORE_FIELDS);
    minutes.state[1] = COMPLETE;
    minutes.columns[0].set([2_450_037, 10_000, 10_005, 9_000, ABSENT, 5], 6);
    minutes.columns[2].fill(75, 6);
    expect(
      [
        first,
        second,
        encoder.encodeSnapshot(HEADER),
        encoder.encodeMinute(minutes, 1, HEADER),
        encoder.encodeWholeDictionary(HEADER),
      ].map(hex),
    ).toMatchInlineSnapshot(`
      [
        "01020500020105030201a0d38315014b062f090060000500d993d60400c5b80200d9b80200a59902001960000401b10200b5ea0100f9808080400005b2ef2930",
        "01020100020106030201a0d38315014b063f0900630901049d02380b0361000104b1020e",
        "01010d00020106030201a0d383150680f882ad16b901b9019e03b901b901090001ba89ab0283eda90213cf0ff58b01454b0006c601a6bfce36edc0ce3601a6277545",
        "01040500020107030201a0d38315014b060100010d00ffff050060000500d993d60400c5b80200d9b80200a59902011960000600b10200b10200b10200b10200b10200b10297534d8f",
        "01030900020107030201a0d38315000680f882ad16b901b9019e03b901b9010003020302030080fca402904e00904e00029401000000000065c901ad029103000081e497d01281c8afa02581acc7f0370081f4f6905d014c9701e201ad02f802",
      ]
    `);
  });
});
