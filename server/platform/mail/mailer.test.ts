import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createManualClock } from "../../testing/manual-clock.ts";
import { onEachDatabase } from "../../testing/processes/databases.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { silentLog } from "../log.ts";
import { openMailbox } from "./mailbox.ts";
import { createMailer, type MailTransport, type Message } from "./mailer.ts";
import { createSmtp } from "./smtp.ts";

const HOUR = 3600_000;

onEachDatabase("the mailer", (database) => {
  function create(send: MailTransport["send"]) {
    const clock = createManualClock();
    const transport = { send, close: () => undefined };
    const registry = new Registry();
    const mailer = createMailer({ orm: database().orm, transport, clock, log: silentLog, registry });
    mailer.compose("hello", async ({ data }) => ({ subject: "Hello", text: `Hello ${data["name"]}` }));
    return { mailer, clock, registry };
  }
  const waiting = async () => (await database().pool.query("select kind, attempts from mail")).rows;
  const hello = { kind: "hello", to: "asha@example.com", data: { name: "Asha" } };

  test("sends what a transaction queued, once it is committed, and forgets it", async () => {
    const sent: Message[] = [];
    const { mailer, registry } = create(async (message) => void sent.push(message));
    const rolledBack = database().orm.transaction(async (tx) => {
      await mailer.queue(tx, hello);
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    await database().orm.transaction((tx) => mailer.queue(tx, hello));
    await mailer.deliver();
    expect(sent).toEqual([{ id: expect.any(String), to: "asha@example.com", subject: "Hello", text: "Hello Asha" }]);
    expect(await waiting()).toEqual([]);
    expect(await registry.metrics()).toContain('mail_total{outcome="sent"} 1');
  });

  test("tries again, ever later, with the same id, and gives up after a day", async () => {
    const ids: string[] = [];
    const { mailer, clock, registry } = create(async ({ id }) => {
      ids.push(id);
      throw new Error("the server is away");
    });
    await mailer.queue(database().orm, hello);
    await mailer.deliver();
    await mailer.deliver();
    expect(ids).toHaveLength(1);
    for (let hour = 0; hour < 30; hour++) {
      clock.advance(HOUR);
      await mailer.deliver();
    }
    expect(new Set(ids).size).toBe(1);
    expect(ids.length).toBeGreaterThan(20);
    expect(await waiting()).toEqual([]);
    expect(await registry.metrics()).toContain('mail_total{outcome="given up"} 1');
  });

  test("two processes send a message once, and what a dead one took is taken over", async () => {
    const sent: string[] = [];
    const send = async ({ to }: Message): Promise<void> => void sent.push(to);
    const [one, two] = [create(send), create(send)];
    for (let i = 0; i < 40; i++) await one.mailer.queue(database().orm, { ...hello, to: `${i}@example.com` });
    await Promise.all([one.mailer.deliver(), two.mailer.deliver()]);
    expect([...sent].sort()).toEqual(Array.from({ length: 40 }, (_, i) => `${i}@example.com`).sort());

    let reached = (): void => undefined;
    const taken = new Promise<void>((resolve) => (reached = resolve));
    const dead = create(() => {
      reached();
      return new Promise(() => undefined);
    });
    await dead.mailer.queue(database().orm, { ...hello, to: "late@example.com" });
    void dead.mailer.deliver();
    await taken;
    await two.mailer.deliver();
    expect(sent).toHaveLength(40);
    two.clock.advance(6 * 60_000);
    await two.mailer.deliver();
    expect(sent.at(-1)).toBe("late@example.com");
  });

  test("a message that nobody needs any more is not sent", async () => {
    const send = vi.fn();
    const { mailer } = create(send);
    mailer.compose("moot", async () => undefined);
    await mailer.queue(database().orm, { kind: "moot", to: "x@example.com" });
    await mailer.deliver();
    expect(send).not.toHaveBeenCalled();
    expect(await waiting()).toEqual([]);
  });

  test("delivers by itself within two seconds of its clock", async () => {
    const send = vi.fn(async () => undefined);
    const { mailer, clock } = create(send);
    const stop = mailer.start();
    await mailer.queue(database().orm, hello);
    clock.advance(2000);
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
    stop();
  });
});

describe("the mailbox", () => {
  test("keeps the newest two hundred messages in files that are its owner's alone", async () => {
    const clock = createManualClock();
    const folder = join(temporaryFolder(), "mail");
    const mailbox = openMailbox(folder, clock);
    for (let i = 0; i < 205; i++) {
      clock.advance(1);
      await mailbox.send({ id: `id${i}`, to: "asha@example.com", subject: `Message ${i}`, text: "" });
    }
    const messages = await openMailbox(folder, clock).list();
    expect(messages.map(({ subject }) => subject)).toEqual(Array.from({ length: 200 }, (_, i) => `Message ${204 - i}`));
    const [file = ""] = await readdir(folder);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});

describe("a mail server", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** As much of SMTP as a client needs. @returns its URL and what it was told. */
  async function listen(refuses: boolean): Promise<{ url: string; heard: string[] }> {
    const heard: string[] = [];
    const started = createServer((socket) => {
      let isData = false;
      socket.write("220 test\r\n");
      socket.on("error", () => undefined);
      socket.on("data", (bytes) => {
        for (const line of bytes.toString().split("\r\n").slice(0, -1)) {
          heard.push(line);
          if (isData) {
            if (line !== ".") continue;
            isData = false;
            socket.write("250 ok\r\n");
          } else if (line === "DATA") {
            isData = true;
            socket.write("354 go on\r\n");
          } else {
            socket.write(refuses && line.startsWith("RCPT") ? "550 no such user\r\n" : "250 ok\r\n");
          }
        }
      });
    });
    server = started;
    await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
    return { url: `smtp://127.0.0.1:${(started.address() as AddressInfo).port}`, heard };
  }
  const message = { id: "7d9f", to: "asha@example.com", subject: "Hello\r\nBcc: x@example.com", text: "Hello Asha" };

  test("gets sender, recipient and words, and a line break in a subject adds no header", async () => {
    const { url, heard } = await listen(false);
    const smtp = createSmtp(url, "Strikeboard <no-reply@strikeboard.example>");
    await smtp.send(message);
    smtp.close();
    expect(heard).toContain("MAIL FROM:<no-reply@strikeboard.example>");
    expect(heard).toContain("RCPT TO:<asha@example.com>");
    expect(heard).toContain("Message-ID: <7d9f@strikeboard.example>");
    expect(heard).toContain("Hello Asha");
    expect(heard.some((line) => /^Bcc/i.test(line))).toBe(false);
  });

  test("that refuses a recipient is heard", async () => {
    const { url } = await listen(true);
    const smtp = createSmtp(url, "no-reply@strikeboard.example");
    await expect(smtp.send(message)).rejects.toThrow(/550/);
    smtp.close();
  });
});
