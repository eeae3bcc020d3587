import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadQuantModule } from "../../assembly/load.mjs";
import { runCommand } from "../testing/processes/command.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";

loadQuantModule(); // which builds what the command reads

const HEADER = "model,type,S,K,T_years,r,q_or_extra,price";
const ROW = "BS,CE,24512.35,24500,0.02,0.1,0,250.5";

const quant = (words: readonly string[], input = "") => runCommand("quant", words, { input });

it("explains itself, and refuses what it does not know", async () => {
  const [help, nothing, unknown, noFile, badOption, absent, payoffHelp, badModel] = await Promise.all([
    quant(["--help"]),
    quant([]),
    quant(["slove", "in.csv"]),
    quant(["solve"]),
    quant(["solve", "--nope"]),
    quant(["solve", "none.csv"]),
    quant(["payoff", "--help"]),
    quant(["payoff", "legs.csv", "--model", "HESTON"]),
  ]);
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining("quant -- solve <in.csv>") });
  expect(nothing.code).toBe(2);
  expect(unknown).toMatchObject({ code: 2, out: "", err: expect.stringContaining('there is no command "slove"') });
  expect(noFile).toMatchObject({ code: 2, err: expect.stringContaining("'solve' takes one file") });
  expect(badOption).toMatchObject({ code: 2, err: expect.stringContaining("--nope") });
  expect(absent).toMatchObject({ code: 1, out: "", err: "none.csv: no such file\n" });
  expect(payoffHelp).toMatchObject({ code: 0, out: expect.stringContaining("quant -- payoff <in.csv>") });
  expect(badModel).toMatchObject({ code: 2, err: expect.stringContaining('--model is BS or BLACK76, not "HESTON"') });
}, 60_000);

it("reads a file or standard input, writes standard output or a file, and stops at the first bad line", async () => {
  const folder = temporaryFolder();
  const [good, bad, out] = ["good.csv", "bad.csv", "out.csv"].map((name) => join(folder, name));
  writeFileSync(good!, `${HEADER}\n${ROW}\n`);
  writeFileSync(bad!, `${HEADER}\n${ROW}\n${ROW}x\n${ROW}\n`);
  const [fromFile, fromInput, toFile, stopped] = await Promise.all([
    quant(["solve", good!]),
    quant(["solve", "-"], `${HEADER}\n${ROW}\n`),
    quant(["solve", good!, "--out", out!]),
    quant(["solve", bad!]),
  ]);
  expect(fromFile).toMatchObject({ code: 0, err: "" });
  expect(fromFile.out).toMatch(new RegExp(`^${HEADER},iv,delta,gamma,theta_annual,vega,prob_above\n${ROW},0\\.`));
  expect(fromInput).toEqual(fromFile);
  expect(toFile).toEqual({ code: 0, out: "", err: "" });
  expect(readFileSync(out!, "utf8")).toBe(fromFile.out);
  expect(stopped).toEqual({ code: 1, out: fromFile.out, err: `${bad}: line 3: price is not a number: "250.5x"\n` });
}, 60_000);

it("gives ten thousand lines back in their order", async () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => `BS,CE,24512.35,${20_000 + i},0.02,0.1,0,${250 + i / 100}`);
  const { code, out } = await quant(["solve", "-"], `${HEADER}\n${rows.join("\n")}\n`);
  expect(code).toBe(0);
  expect(
    out
      .trim()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",").slice(0, 8).join(",")),
  ).toEqual(rows);
}, 60_000);

it("shows a strategy's payoff: lines on standard output, figures beside them", async () => {
  const legs = "type,side,quantity,strike,entry_price,iv,T_years\nCE,BUY,75,24500,100,0.15,0.02\n";
  const { code, out, err } = await quant(["payoff", "-", "--from", "24400", "--to", "24700", "--step", "100"], legs);
  expect(code).toBe(0);
  expect(out).toMatch(/^spot,pnl_on_expiry,pnl_on_target\n24400,-7500,/);
  expect(out.split("\n")).toHaveLength(6);
  expect(err).toBe("on expiry: break-even 24600.00; max profit Unlimited; max loss -7500.00\n");
}, 60_000);
