/** `/dev/mail`: the messages that were kept on this machine because no mail server is configured. */

import { AppError } from "../errors.ts";
import { isForwarded } from "../http/client-facts.ts";
import { escapeHtml, page } from "../http/page.ts";
import type { Pages } from "../http/pages.ts";
import type { Identities } from "../users/identity.ts";
import type { KeptMessage, Mailbox } from "./mailbox.ts";

export const MAILBOX_PATH = "/dev/mail";

export interface MailboxPageDeps {
  readonly mailbox: Mailbox;
  readonly identities: Identities;
  /** Nobody but this machine can ask; elsewhere the page is an administrator's, for its links open accounts. */
  readonly open: boolean;
}

export const mailboxPage =
  ({ mailbox, identities, open }: MailboxPageDeps): Pages =>
  (app) => {
    app.get(MAILBOX_PATH, async (c) => {
      c.set("route", MAILBOX_PATH);
      const isOpen = open && !isForwarded(c);
      if (!isOpen && !(await identities.byCookie(c.req.header("cookie")))?.admin) throw new AppError("not-found");
      const messages = await mailbox.list();
      c.header("Cache-Control", "no-store");
      c.header("Referrer-Policy", "no-referrer");
      return c.html(page("Mailbox of this machine", body(messages)));
    });
  };

const body = (messages: readonly KeptMessage[]): string => `
<h1>Mailbox of this machine</h1>
<p class="note">No mail server is configured (SMTP_URL), so messages are kept here and go nowhere. The newest is on top.</p>
${messages.length === 0 ? "<p>No messages yet.</p>" : messages.map(article).join("\n")}`;

const article = ({ at, to, subject, text }: KeptMessage): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="note">To ${escapeHtml(to)}, ${escapeHtml(new Date(at).toISOString())}</p>
<pre>${linked(text)}</pre>
</article>`;

/** Addresses on a line of their own become links. */
const linked = (text: string): string =>
  escapeHtml(text).replace(/^https?:\/\/\S+$/gm, (address) => `<a href="${address}">${address}</a>`);
