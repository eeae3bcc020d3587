/** Where the link of a confirmation leads: the mail writes it, the page answers it. */
import { API_BASE } from "#contract/wire/http/api-path.ts";

export const CONFIRM_PATH = `${API_BASE}users/confirmEmail`;

export const confirmUrl = (publicUrl: string, token: string): string => `${publicUrl}${CONFIRM_PATH}/${token}`;
