/**
 * One writer at a time in a bucket: an object that is written only where there is none, and removed afterwards. Its
 * holder writes it again and again; one that was not written for a while is a dead process's, and is taken over by a write
 * that names the version seen. All times are the service's.
 */
import { randomUUID } from "node:crypto";
import type { WallClock } from "../../../platform/clocks.ts";
import { ArchiveError } from "../archive-error.ts";
import { conditionOf, type S3Call } from "./s3-call.ts";

const KEY = "writer.lock";
const RENEW_MS = 20_000;
const STALE_MS = 90_000;
const RETRY_MS = 1_000;
/** Longer than it takes a lease to become stale. */
const PATIENCE_MS = 120_000;

const isTaken = (status: number): boolean => status === 409 || status === 412;

/** @returns what gives the lease back. @throws ArchiveError when another writer keeps it, or the service refuses. */
export async function takeLease(call: S3Call, place: string, clock: WallClock): Promise<() => Promise<void>> {
  const body = Buffer.from(randomUUID());
  const until = clock.monotonic() + PATIENCE_MS;
  for (;;) {
    const version = await tryTake(call, body, place);
    if (version !== undefined) return hold(call, body, version, clock);
    if (clock.monotonic() >= until)
      throw new ArchiveError(`The archive ${place} is being written by another process: try again later.`);
    await new Promise<void>((resolve) => {
      clock.after(RETRY_MS, resolve);
    });
  }
}

/** @returns the lease's version; undefined while another holds it. */
async function tryTake(call: S3Call, body: Uint8Array, place: string): Promise<string | undefined> {
  const taken = await call("PUT", KEY, { body, headers: conditionOf(undefined) });
  if (taken.status === 404) throw new ArchiveError(`Cannot write ${place}: there is no such bucket`);
  if (!isTaken(taken.status)) return taken.version;
  const held = await call("HEAD", KEY);
  if (held.status === 404 || !(held.date - held.lastModified > STALE_MS)) return undefined;
  const { status, version } = await call("PUT", KEY, { body, headers: conditionOf(held.version) });
  return isTaken(status) || status === 404 ? undefined : version;
}

/** A renewal that fails is no harm by itself: nothing is replaced that another wrote meanwhile. */
function hold(call: S3Call, body: Uint8Array, first: string, clock: WallClock): () => Promise<void> {
  let version: string | undefined = first;
  let renewing: Promise<void> = Promise.resolve();
  const stop = clock.every(RENEW_MS, () => {
    renewing = renewing.then(async () => {
      if (version === undefined) return;
      const renewed = await call("PUT", KEY, { body, headers: conditionOf(version) }).catch(() => undefined);
      if (renewed !== undefined)
        version = isTaken(renewed.status) || renewed.status === 404 ? undefined : renewed.version;
    });
  });
  return async () => {
    stop();
    await renewing;
    const held = version === undefined ? undefined : await call("GET", KEY).catch(() => undefined);
    if (held?.bytes.equals(body)) await call("DELETE", KEY).catch(() => undefined);
  };
}
