/** An archive in a folder, which is made when the first day is written. */
import { createFileStore } from "../../market/archive/file-store.ts";
import {
  createStoredArchive,
  type StoredArchive,
  type StoredArchiveOptions,
} from "../../market/archive/stored-archive.ts";

export const createFileArchive = ({
  folder,
  ...options
}: Omit<StoredArchiveOptions, "store"> & { readonly folder: string }): StoredArchive =>
  createStoredArchive({ store: createFileStore(folder), ...options });
