import { useAtomValue } from "jotai";
import type { LinkLetter } from "../../state/pane/link-letters.ts";
import { useMount } from "./mount.ts";

/** The pane's letter. Charts that are given it as their link group have one crosshair with all others of the letter. */
export const useLetterName = (): LinkLetter => useAtomValue(useMount().letterAtom);
