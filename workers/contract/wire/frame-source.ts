/** The one buffer that frames are read from. */
import { FrameError, MAX_FRAME_BYTES } from "./frame-layout.ts";
import { ByteSource } from "./varint.ts";

export const source = new ByteSource(MAX_FRAME_BYTES, (reason, message) => {
  throw new FrameError(reason, message);
});
