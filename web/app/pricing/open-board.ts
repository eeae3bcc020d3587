import { keepEnd } from "../../state/session.ts";
import { HOME } from "../routing/paths.ts";

/** The subscription is younger than this page, which has no workers: the board begins with a new one. */
export function openBoard(): void {
  keepEnd(false);
  location.assign(HOME);
}
