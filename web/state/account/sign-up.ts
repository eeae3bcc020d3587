/** The calls of somebody who cannot log in yet, or no longer. */
import type {
  forgotPassword as forgotCall,
  resetPassword as resetCall,
  signup as signupCall,
} from "#contract/wire/http/accounts.ts";
import { FORGOT_PASSWORD_PATH, RESET_PASSWORD_PATH, SIGNUP_PATH } from "#contract/wire/http/api-path.ts";
import type { BodyOf, ResponseOf } from "#contract/wire/http/call.ts";
import { ask } from "../api.ts";

/** What the server says, to be shown. */
export type Said = ResponseOf<typeof signupCall>;

/** @throws as `ask`, like the others here. */
export const postSignup = (body: BodyOf<typeof signupCall>): Promise<Said> =>
  ask<typeof signupCall>("post", SIGNUP_PATH, body);

export const postForgotPassword = (body: BodyOf<typeof forgotCall>): Promise<Said> =>
  ask<typeof forgotCall>("post", FORGOT_PASSWORD_PATH, body);

/** @param token of the e-mail's link. */
export const postResetPassword = (token: string, body: BodyOf<typeof resetCall>): Promise<Said> =>
  ask<typeof resetCall>(
    "post",
    RESET_PASSWORD_PATH.replace("{token}", () => encodeURIComponent(token)),
    body,
  );
