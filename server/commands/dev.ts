/** `npm run dev`: the server, restarted when its sources change, and Vite in front of it with hot reload. */
import { type ChildProcess, spawn } from "node:child_process";

const children: ChildProcess[] = [];
let ending = false;

function run(title: string, args: readonly string[], env = process.env): void {
  const child = spawn("npx", ["--no-install", ...args], { stdio: "inherit", env });
  children.push(child);
  child.once("exit", (code) => {
    if (!ending) console.error(`${title} ended with ${code ?? "a signal"}`);
    end(code ?? 0);
  });
}

/** When one of the two ends, the other is of no use. */
function end(code: number): void {
  if (ending) return;
  ending = true;
  process.exitCode = code;
  for (const child of children) child.kill("SIGTERM");
}

process.on("SIGINT", () => end(0));
process.on("SIGTERM", () => end(0));
const PAGES = "http://localhost:4001";
run("the server", ["tsx", "watch", "--clear-screen=false", "--exclude", "data/**", "server/main.ts"], {
  PUBLIC_URL: PAGES, // links in mails lead to the pages that are worked on
  ...process.env,
});
run("vite", ["vite"]);
console.log(`Open ${PAGES} (Vite); it passes calls, sockets and the server's own pages on to the server on port 4000.`);
