/** The one buffer that frames are read from. */

import { ByteSource } from "../varint.ts";
import { FrameError, MAX_FRAME_BYTES } from "./layout.ts";

export const source = new ByteSource(MAX_FRAME_BYTES, (reason, message) => {
  throw new FrameError(reason, message);
});
