import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsPurpose } from "#contract/wire/sealed-purposes.ts";
import { checkChains } from "../../modules/orders/intents/chain.ts";
import type { Database } from "../../platform/database/db.ts";
import { migrate } from "../../platform/database/migrations.ts";
import { openSecrets } from "../../platform/secrets.ts";
import { createSealing } from "../../platform/users/sealing.ts";
import { openTestDatabase } from "../../testing/processes/databases.ts";
import { findPostgres, type Service, startPostgres } from "../../testing/processes/services.ts";
import { unlessMissing } from "../../testing/skips.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { openBackupWriter } from "./backup-writer.ts";
import { FORMAT } from "./layout.ts";
import { makeBackup } from "./make-backup.ts";
import { checkRestore, emptyFolder, leaveToOwner, restoreBackup } from "./restore-backup.ts";
import { TABLES_QUERY } from "./tables.ts";

const MADE_AT = new Date("2026-07-27T06:45:00Z");
const ASHA = "11111111-1111-4111-8111-111111111111";
const VIEWS = { "मेरा view": { columns: ["oi"], note: 'quotes " \\ and\nlines' } };
const opened: Database[] = [];
/** An embedded database with rows and its data folder, and one that stays empty. */
let source: Database;
let from: string;
let empty: Database;

async function open(url: string | undefined): Promise<Database> {
  const database = await openTestDatabase(url, undefined, "none");
  opened.push(database);
  return database;
}
beforeAll(async () => {
  [source, empty] = [await open(undefined), await open(undefined)];
  from = await filled(source);
});
afterAll(async () => {
  for (const database of opened) await database.close();
});

/** A data folder as a server leaves it. */
function dataFolder(): string {
  const folder = temporaryFolder();
  openSecrets(undefined, folder);
  const files = {
    version: "1\n",
    "pg/PG_VERSION": "18",
    "journal/2026-07-27-sim.journal": "minutes",
    "archive/sim/2026-07-24/manifest.json": "{}",
    "archive/sim/2026-07-24/NIFTY-7%2F30%2F2026.0123456789ab.br": "\u0001blob\u00ff",
    "archive/sim/2026-07-24/half.br.new": "torn",
    "reference/lots.json": "",
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/**
 * Accounts, sessions with bytes, and what is sealed with the folder's secret: enough to take more than one part.
 * @returns the data folder.
 */
async function filled(database: Database): Promise<string> {
  await migrate(database);
  const dataDir = dataFolder();
  const { pool } = database;
  await pool.query(
    `insert into account (id, email, name, password_hash, referral_code, plan, plan_paid, valid_until, created_at)
     values ($1, 'asha@example.com', $2, 'argon', 'aaa', 'live', true, '2026-12-31T18:29:59.123456Z', now())`,
    [ASHA, "Asha ₹ 'quoted'"],
  );
  await pool.query(
    `insert into account (id, email, name, password_hash, referral_code, created_at)
     select gen_random_uuid(), 'user' || n || '@example.com', repeat('x', 600), 'argon', 'r' || n, now() from generate_series(1, 2500) n`,
  );
  await pool.query(
    `insert into session (id, account_id, token_hash, ticket_hash, fingerprint, address, created_at, last_seen_at, expires_at)
     values (gen_random_uuid(), $1, '\\x00ff5c', '\\xdeadbeef', 'f', '::1', now(), now(), now())`,
    [ASHA],
  );
  // Numbered rows that nothing may change, JSON, and a reference to a row that comes later.
  await pool.query(
    `insert into audit (at, action, actor, detail) select now(), 'login', 'system', '{"n": 12345678901234567890.5, "t": "₹"}' from generate_series(1, 3)`,
  );
  await pool.query(
    "update account set referred_by = (select id from account where email = 'user2500@example.com') where id = $1",
    [ASHA],
  );
  const sealed = await createSealing(openSecrets(undefined, dataDir))(ASHA).seal(
    settingsPurpose(["userSettingViews"]),
    VIEWS,
  );
  await pool.query("insert into setting values ($1, 'userSettingViews', $2, now())", [ASHA, sealed]);
  await pool.query(
    `insert into order_intent (id, account_id, owner_hash, broker, connection, client, key, batch, item, body_hash, kind, tag,
       exchange, request, state, created_at, sent_at, changed_at)
     values (gen_random_uuid(), $1, '\\x01', 'zerodha', gen_random_uuid(), 'c', 'press', 0, 0, '\\x02', 'place', 'S1',
       'NSE', '{"price": 24.050, "t": "₹"}', 'placed', now(), now(), now())`,
    [ASHA],
  );
  await pool.query(
    "insert into order_event (intent_id, at, state, message) select id, now(), step, 'नमस्ते' from order_intent, unnest(array['new', 'placed']) step",
  );
  return dataDir;
}

/** Every row of every table, in one order and one time zone. */
async function rowsOf({ pool }: Database): Promise<Record<string, string[]>> {
  const client = await pool.connect();
  await client.query("begin");
  await client.query("set local timezone to 'UTC'");
  const { rows: tables } = await client.query<{ name: string }>(TABLES_QUERY);
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(`select row_to_json(t)::text as line from "${name}" t`);
    all[name] = rows.map(({ line }) => line).sort();
  }
  await client.query("rollback");
  client.release();
  return all;
}

const filesOf = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => statSync(join(folder, name)).isFile() && !name.startsWith("pg"))
    .sort();

async function backedUp(database: Database, dataDir: string, withSecrets = true): Promise<string> {
  const file = join(temporaryFolder(), "backup.tar.gz");
  await makeBackup({ database, dataDir, file, appSecret: undefined, withSecrets, bucket: undefined, madeAt: MADE_AT });
  return file;
}

const place = (dataDir: string) => ({ dataDir, appSecret: undefined, allowsNewSecret: false });

async function roundTrip(origin: Database, folder: string, target: Database): Promise<void> {
  const file = await backedUp(origin, folder);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const dataDir = temporaryFolder();
  const backup = await checkRestore(file, place(dataDir));
  const report = await restoreBackup(file, backup, { database: target, dataDir });
  const rows = await rowsOf(origin);
  expect(await rowsOf(target)).toEqual(rows);
  expect(report.rows).toBe(Object.values(rows).flat().length);
  expect(filesOf(dataDir)).toEqual(filesOf(folder).filter((name) => name !== "version" && !name.endsWith(".new")));
  for (const name of filesOf(dataDir)) {
    expect(readFileSync(join(dataDir, name))).toEqual(readFileSync(join(folder, name)));
  }
  const { rows: settings } = await target.pool.query("select sealed from setting");
  const sealer = createSealing(openSecrets(undefined, dataDir))(ASHA);
  expect(await sealer.open(settingsPurpose(["userSettingViews"]), settings[0]?.sealed)).toEqual(VIEWS);
  // The restored database is one like any other: its references hold, and a server starts on it.
  expect(await migrate(target)).toEqual([]);
  await target.pool.query("delete from account where id = $1", [ASHA]);
  expect(await checkChains(target.orm)).toMatchObject({ chains: 1, steps: 2, faults: [] });
  await expect(target.pool.query("delete from audit")).rejects.toThrow(/append-only/);
  const numbered =
    "insert into audit (at, action, actor, detail) values (now(), 'x', 'system', '{}') returning id::int";
  expect((await target.pool.query(numbered)).rows).toEqual([{ id: 4 }]);
  expect((await target.pool.query("select 1 from setting")).rows).toEqual([]);
}

unlessMissing("backups", findPostgres(), "PostgreSQL (initdb, postgres)", (bin) => {
  let service: Service;
  let first: Database;
  const onService: Database[] = [];
  beforeAll(async () => {
    service = await startPostgres(bin);
    first = await openTestDatabase(service.url); // waits until the service is ready for more
    onService.push(first);
  });
  afterAll(async () => {
    for (const database of onService) await database.close();
    await service.stop();
  });

  async function openNew(): Promise<Database> {
    const name = `backup_${onService.length}`;
    await first.pool.query(`create database ${name}`);
    const database = await openTestDatabase(service.url.replace(/postgres$/, name));
    onService.push(database);
    return database;
  }

  test("of PostgreSQL restore into PostgreSQL", async () => {
    const origin = await openNew();
    await roundTrip(origin, await filled(origin), await openNew());
  });
  test("of the embedded database restore into PostgreSQL", async () => {
    await roundTrip(source, from, await openNew());
  });
  test("of PostgreSQL restore into the embedded database", async () => {
    const origin = await openNew();
    await roundTrip(origin, await filled(origin), await open(undefined));
  });

  test("made while a server writes hold one moment, whole transactions only", async () => {
    const busy = await openNew();
    const folder = await filled(busy);
    let isWriting = true;
    const writing = (async () => {
      for (let n = 0; isWriting; n++) {
        const values = `values ('${ASHA}', 'pair ${n}', '00', now())`;
        await busy.pool.query(`begin; insert into setting ${values};
          insert into builder_strategy (account_id, name, content, saved_at) ${values}; commit`);
      }
    })();
    const file = await backedUp(busy, folder);
    isWriting = false;
    await writing;
    const target = await openNew();
    const dataDir = temporaryFolder();
    await restoreBackup(file, await checkRestore(file, place(dataDir)), { database: target, dataDir });
    const { setting = [], builder_strategy: pairs = [] } = await rowsOf(target);
    expect(setting).toHaveLength(pairs.length + 1);
  });
});

describe("a restore refuses in one line, and changes nothing", () => {
  let file: string;
  beforeAll(async () => {
    file = await backedUp(source, from);
  });
  const copyOf = (bytes: Buffer): string => {
    const path = join(temporaryFolder(), "copy.tar.gz");
    writeFileSync(path, bytes);
    return path;
  };

  test("a damaged file, wherever the damage is", async () => {
    const whole = readFileSync(file);
    for (const part of [0.1, 0.35, 0.6, 0.85, 0.99]) {
      const bytes = Buffer.from(whole);
      const at = Math.floor(bytes.length * part);
      bytes[at] = (bytes[at] ?? 0) ^ 0x10;
      await expect(checkRestore(copyOf(bytes), place(temporaryFolder()))).rejects.toThrow(/is damaged: |not a backup/);
    }
    for (const length of [whole.length - 1, whole.length - 20, 1000]) {
      const torn = copyOf(whole.subarray(0, length));
      await expect(checkRestore(torn, place(temporaryFolder()))).rejects.toThrow(/^.*copy.tar.gz is damaged: .*$/);
    }
  });

  test("what is no backup, or is not there", async () => {
    await expect(checkRestore(copyOf(Buffer.from("text")), place(from))).rejects.toThrow(/is damaged|not a backup/);
    await expect(checkRestore("/nowhere/x.tar.gz", place(from))).rejects.toThrow(/^There is no file \/nowhere/);
  });

  test.each([
    [{ format: FORMAT + 1 }, /newer Strikeboard \(format 2, this one knows 1\)/],
    [{ dataVersion: 99 }, /newer Strikeboard \(data version 99/],
    [{ migrations: [{ name: "9999-later.sql", checksum: "" }] }, /newer Strikeboard \(it has 9999-later.sql\)/],
    [{ product: "another" }, /is not a backup of Strikeboard/],
  ])("%o", async (change, message) => {
    const path = join(temporaryFolder(), "made.tar.gz");
    const writer = openBackupWriter(path, MADE_AT);
    const manifest = { product: "strikeboard", format: FORMAT, madeAt: "", dataVersion: 1, migrations: [] };
    const entry = { ...manifest, secret: null, bucket: null, ...change };
    await writer.add("manifest.json", Buffer.from(JSON.stringify(entry)));
    await writer.finish({});
    await expect(checkRestore(path, place(temporaryFolder()))).rejects.toThrow(message);
  });

  test("a folder or a database that is not empty", async () => {
    await expect(checkRestore(file, place(from))).rejects.toThrow(/data folder .* is not empty/);
    const dataDir = temporaryFolder();
    const backup = await checkRestore(file, place(dataDir));
    await expect(restoreBackup(file, backup, { database: source, dataDir })).rejects.toThrow(
      /database is not empty \(it has /,
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("a place without the backup's master secret, unless that is said to be lost", async () => {
    const bare = await backedUp(source, from, false);
    const dataDir = temporaryFolder();
    await expect(checkRestore(bare, place(dataDir))).rejects.toThrow(
      /does not hold its master secret: set APP_SECRET to what it was, or put the secrets.json/,
    );
    const other = { ...place(dataDir), appSecret: "another secret of some length ......" };
    await expect(checkRestore(bare, other)).rejects.toThrow(/APP_SECRET is not the one of this backup/);
    await expect(checkRestore(bare, { ...other, allowsNewSecret: true })).resolves.toBeDefined();
    openSecrets(undefined, dataDir);
    await expect(checkRestore(bare, place(dataDir))).rejects.toThrow(/secrets.json is not the one of this backup/);
  });

  test("not the master secret that was kept beside it, which stays where a restore fails", async () => {
    const bare = await backedUp(source, from, false);
    const dataDir = temporaryFolder();
    cpSync(join(from, "secrets.json"), join(dataDir, "secrets.json"));
    const backup = await checkRestore(bare, place(dataDir));
    writeFileSync(join(dataDir, "torn"), "half");
    await expect(checkRestore(bare, place(dataDir))).rejects.toThrow(/is not empty/);
    emptyFolder(dataDir, backup);
    expect(readdirSync(dataDir)).toEqual(["secrets.json"]);
    await expect(checkRestore(await backedUp(source, from), place(dataDir))).rejects.toThrow(/is not empty/);
  });

  test("a name that leads out of the folder", async () => {
    const path = join(temporaryFolder(), "made.tar.gz");
    const writer = openBackupWriter(path, MADE_AT);
    const head = { product: "strikeboard", format: FORMAT, madeAt: "", dataVersion: 1, migrations: [] };
    await writer.add("manifest.json", Buffer.from(JSON.stringify({ ...head, secret: null, bucket: null })));
    await writer.add("files/../../escaped", Buffer.from("x"));
    await writer.finish({});
    const dataDir = temporaryFolder();
    const database = empty;
    const backup = await checkRestore(path, place(dataDir));
    await expect(restoreBackup(path, backup, { database, dataDir })).rejects.toThrow(/names a file outside/);
  });

  test("rows that do not fit: the database is as it was, the folder can be emptied", async () => {
    const dataDir = temporaryFolder();
    const database = empty;
    const backup = await checkRestore(file, place(dataDir));
    const contents = { ...backup.contents, rows: { ...backup.contents.rows, account: 7 } };
    await expect(restoreBackup(file, { ...backup, contents }, { database, dataDir })).rejects.toThrow(
      /^The table account came out with 2501 rows instead of 7: nothing is kept\.$/,
    );
    expect((await database.pool.query(TABLES_QUERY)).rows).toEqual([]);
    emptyFolder(dataDir, backup);
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

test.runIf(process.getuid?.() === 0)("what root restores is the data folder's owner's, as deep as it lies", () => {
  const dataDir = dataFolder();
  chownSync(dataDir, 1234, 5678);
  leaveToOwner(dataDir);
  for (const name of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
    expect(statSync(join(dataDir, name)), name).toMatchObject({ uid: 1234, gid: 5678 });
  }
});

describe("a backup", () => {
  test("never takes another file's place, and leaves no draft behind when it fails", async () => {
    const file = join(temporaryFolder(), "backup.tar.gz");
    writeFileSync(file, "mine");
    const request = {
      database: source,
      dataDir: from,
      file,
      appSecret: undefined,
      withSecrets: false,
      bucket: undefined,
    };
    await expect(makeBackup({ ...request, madeAt: MADE_AT })).rejects.toThrow(/There is a file .* already/);
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(readdirSync(join(file, ".."))).toEqual(["backup.tar.gz"]);
    expect(existsSync(join(from, "secrets.json"))).toBe(true);
  });

  test("of a database that never was ours is refused", async () => {
    await expect(backedUp(empty, temporaryFolder())).rejects.toThrow(/nothing to back up/);
  });
});

// Last: the empty one is empty no more.
test("a backup of the embedded database restores into another", async () => {
  await roundTrip(source, from, empty);
});
