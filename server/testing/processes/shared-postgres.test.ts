import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unlessMissing } from "../skips.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { findPostgres } from "./services.ts";
import { openOnSharedPostgres } from "./shared-postgres.ts";

unlessMissing("one PostgreSQL for many suites", findPostgres(), "PostgreSQL (initdb, postgres)", (bin) => {
  test("a start that fails is told at once, and tried again by the next", async () => {
    const programs = temporaryFolder();
    chmodSync(programs, 0o755); // PostgreSQL runs as a user of its own
    symlinkSync(join(bin, "initdb"), join(programs, "initdb"));
    const postgres = join(bin, "postgres");
    const starts = (words: string): void => {
      const script = `#!/bin/sh\n[ "$1" = --version ] && exec ${postgres} --version\n${words}\n`;
      writeFileSync(join(programs, "postgres"), script, { mode: 0o755 });
    };
    starts("exit 3");
    await expect(openOnSharedPostgres(programs)).rejects.toThrow("ended with 3");
    starts(`exec ${postgres} "$@"`);
    await (await openOnSharedPostgres(programs)).close();
  });

  test("each has tables of its own, which go with it", async () => {
    const [first, second] = await Promise.all([openOnSharedPostgres(bin), openOnSharedPostgres(bin)]);
    const one = async (sql: string) => (await second.pool.query(sql)).rows[0];
    await first.pool.query("update news_position set last = 5");
    expect(await one("select last::int from news_position")).toEqual({ last: 0 });
    const databases = "select count(*)::int from pg_database";
    const { count } = await one(databases);
    await first.close();
    expect(await one(databases)).toEqual({ count: count - 1 });
    await second.close();
  });

  test("it ends with its process, even with one that is killed", async () => {
    const script = `
      import { keepPostgres } from "./server/testing/processes/services.ts";
      console.log(await keepPostgres(${JSON.stringify(bin)}, ${JSON.stringify(temporaryFolder())}));
      setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(child.stdout, "data");
    const { port } = new URL(String(line));
    expect(await answers(Number(port))).toBe(true);
    child.kill("SIGKILL");
    await expect.poll(() => answers(Number(port)), { timeout: 10_000 }).toBe(false);
  });
});

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("connect", () => socket.destroy());
    socket.once("error", () => resolve(false));
  });
