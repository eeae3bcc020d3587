/**
 * The packages a bench compares the product with: a package of their own, installed when a bench asks for them. Run by itself,
 * this installs them beforehand.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const home = new URL("../peers/", import.meta.url);

/** Where peer pages and peer packages lie. */
export const peersFolder = fileURLToPath(home);

/**
 * Installs what `bench/peers/package-lock.json` says, unless that is there already. Nothing reaches stdout.
 * @throws Error when it cannot be installed: no network, no npm
 */
export function installPeers(): void {
  const lock = readFileSync(new URL("package-lock.json", home));
  const stamp = new URL("node_modules/.installed-lock", home);
  const wanted = createHash("sha256").update(lock).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("bench: installing the peers (bench/peers)");
  const args = ["ci", "--prefix", peersFolder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  // Their stdout is ours on stderr: with --json, stdout is one array.
  const { status, error } = spawnSync("npm", args, { cwd: peersFolder, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`the peers could not be installed by npm ${args.join(" ")}`, { cause: error });
  writeFileSync(stamp, wanted);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installPeers();
