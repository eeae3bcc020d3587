/** Hands messages to a mail server. */
import { createTransport } from "nodemailer";
import type { MailTransport } from "./mailer.ts";

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/**
 * @param url 'smtps://user:password@host:465', or 'smtp://…', which turns to TLS where the server offers it.
 * @param from 'Strikeboard <no-reply@strikeboard.example>'
 */
export function createSmtp(url: string, from: string): MailTransport {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text }) {
      const domain = from.replace(/^.*@|>.*$/g, "");
      // The same id through all attempts, so that a mail program recognises a message that came twice.
      await transport.sendMail({ from, to: { name: "", address: to }, subject, text, messageId: `<${id}@${domain}>` });
    },
    close: () => transport.close(),
  };
}
