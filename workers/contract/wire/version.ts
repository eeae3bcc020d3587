/** Version of the binary frames. A change of layout or meaning raises it and adds an entry to CHANGELOG-wire.md. */
export const FRAME_VERSION = 1;

/** Version of the room-day blob. The archive keeps blobs for years, so a reader keeps every version it ever wrote. */
export const ROOM_DAY_VERSION = 1;
