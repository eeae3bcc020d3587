/** Thread entry: room-days of a finished day are encoded and compressed here, one at a time. */
import { parentPort } from "node:worker_threads";
import { type RoomParcel, roomOf } from "../minutes/room-parcel.ts";
import { storeRoomDayHere } from "./blob-codec.ts";
import type { EncodeAnswer } from "./encode-thread.ts";

parentPort?.on("message", (parcel: RoomParcel) => {
  let answer: EncodeAnswer;
  try {
    answer = { stored: storeRoomDayHere(roomOf(parcel)) };
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
});
