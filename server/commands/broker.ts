/** `npm run broker -- <command>`: brokers' names of contracts, and samples of their replies. */
import { recordReplies } from "./broker/record.ts";
import { symbolsReport } from "./broker/symbols.ts";
import { runToExit } from "./typed/command-line.ts";

const HELP = `What brokers call contracts, and what they answer.

  npm run --silent broker -- symbols
      shows what each broker calls a weekly, a monthly, an expiry that a holiday moved, and a future; where MARKET_DATA
      names a folder of recorded data, compares with the recorded lists. Ends with 1 where a name is wrong.

  npm run --silent broker -- record <broker> <folder>
      reads your books at a broker (orders, trades, positions, holdings, funds; it places and changes nothing), and
      writes the replies into the folder with all that tells of you taken out: keys, tokens, ids, names, numbers of
      orders. Read them before you give them away. Asks for user id, app key and token on standard input.
`;

/** @returns the exit code. */
async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (command === "symbols" && rest.length === 0) {
    const { lines, wrong } = await symbolsReport(process.env["MARKET_DATA"]);
    process.stdout.write(`${lines.join("\n")}\n`);
    return wrong === 0 ? 0 : 1;
  }
  const [broker, folder, ...more] = rest;
  if (command === "record" && broker !== undefined && folder !== undefined && more.length === 0) {
    for await (const line of recordReplies(broker, folder, process.stdin)) process.stdout.write(`${line}\n`);
    return 0;
  }
  process.stdout.write(HELP);
  return command === undefined || command === "--help" ? 0 : 2;
}

await runToExit(() => run(process.argv.slice(2)));
