/**
 * The page that the link of a confirmation leads to. The address is confirmed by its button, because programs that
 * check mail open every link.
 */
import { page } from "../../platform/http/page.ts";
import type { Pages } from "../../platform/http/pages.ts";
import { CONFIRM_PATH } from "./confirm-path.ts";
import type { SignUps } from "./sign-up.ts";

export const confirmPage =
  (signUps: SignUps): Pages =>
  (app) => {
    const route = `${CONFIRM_PATH}/:token`;
    app.use(route, async (c, next) => {
      c.set("route", `${CONFIRM_PATH}/{token}`);
      await next();
    });
    app.get(route, async (c) => {
      const works = await signUps.isConfirmable(c.req.param("token"));
      return works ? c.html(page("Confirm your e-mail address", ASK)) : c.html(page("Confirmation", OVER), 404);
    });
    app.post(route, async (c) => {
      const confirmed = await signUps.confirm(c.req.param("token"), c.get("client").address);
      return confirmed ? c.html(page("E-mail address confirmed", DONE)) : c.html(page("Confirmation", OVER), 404);
    });
  };

const ASK = `<h1>Confirm your e-mail address</h1>
<form method="post"><p><button>Confirm</button></p></form>`;
const DONE = `<h1>Your e-mail address is confirmed</h1>
<p><a href="/login">Go to Strikeboard</a></p>`;
const OVER = `<h1>This link does not work any more</h1>
<p>It was used, or it is older than seven days. <a href="/login">Go to Strikeboard</a></p>`;
