/** An object store in memory, with what a bucket promises: conditional writes, and one writer at a time. */
import { ConflictError, type ObjectStore, type StoredObject } from "../../market/archive/object-store.ts";

/** @param objects by key: the store's own, shared by every store over them. */
export function createMemoryStore(objects: Map<string, StoredObject> = new Map()): ObjectStore {
  let versions = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const inside = (folder: string): string[] => {
    const prefix = folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
    return [...objects.keys()].filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  };
  return {
    place: "memory",
    nameOf: (key) => `memory/${key}`,
    folders: async (folder) => [
      ...new Set(inside(folder).flatMap((key) => (key.includes("/") ? [key.slice(0, key.indexOf("/"))] : []))),
    ],
    names: async (folder) => inside(folder).filter((key) => !key.includes("/")),
    versions: async (folder) =>
      new Map(
        inside(folder).flatMap((name) => {
          const object = name.includes("/") ? undefined : objects.get(`${folder}/${name}`);
          return object === undefined ? [] : [[name, object.version] as const];
        }),
      ),
    read: async (key) => objects.get(key),
    readPart: async (key, at, length) => objects.get(key)?.bytes.subarray(at, at + length),
    version: async (key) => objects.get(key)?.version,
    async write(key, bytes, condition) {
      if (condition && objects.get(key)?.version !== condition.replaces) throw new ConflictError(key);
      objects.set(key, { bytes: Buffer.from(bytes), version: `${++versions}` });
    },
    async remove(key) {
      objects.delete(key);
    },
    async lock() {
      const before = turn;
      let release = (): void => undefined;
      turn = new Promise<void>((resolve) => {
        release = resolve;
      });
      await before;
      return async () => release();
    },
  };
}
