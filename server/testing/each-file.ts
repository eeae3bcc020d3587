/**
 * Runs before the tests of each file. What has to happen at a file's end is asked for here: a module of our own is loaded once
 * for all files of a process, and a hook that it registered would serve the first of them alone.
 */
import { afterAll } from "vitest";
import { removeTemporaryFolders } from "./temporary-folder.ts";

afterAll(removeTemporaryFolders);
