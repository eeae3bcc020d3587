/** The open day's contracts as brokers that speak Noren list them: CSV with a line of headings, one of them in zip archives. */
import { setImmediate as turn } from "node:timers/promises";
import { crc32, deflateRawSync } from "node:zlib";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { PracticeContract, PracticeContracts } from "../../contracts.ts";
import { partsOf } from "./entities.ts";

/** Lines between two turns of the event loop: some milliseconds' worth. */
const CHUNK = 2_000;
const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/** '24-NOV-2026' */
function expiryOf({ key }: PracticeContract): string {
  const [year = "", month = "", day = ""] = key.expiry.split("-");
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`;
}

const typeOf = ({ key }: PracticeContract): string => (key.type === "FUT" ? "XX" : key.type);

function instrumentOf({ key }: PracticeContract): string {
  const { kind } = underlyingOf(key.underlying);
  return `${key.type === "FUT" ? "FUT" : "OPT"}${kind === "index" ? "IDX" : kind === "currency" ? "CUR" : "STK"}`;
}

async function listed(
  contracts: PracticeContracts,
  header: string,
  isIn: (contract: PracticeContract) => boolean,
  line: (contract: PracticeContract) => string,
): Promise<string> {
  const lines = [header];
  for (const contract of contracts.all) {
    if (!isIn(contract)) continue;
    lines.push(line(contract));
    if (lines.length % CHUNK === 0) await turn();
  }
  return `${lines.join("\n")}\n`;
}

/** @param segment NFO, BFO or CDS. */
export async function symbolsZip(contracts: PracticeContracts, segment: string): Promise<Buffer> {
  const text = await listed(
    contracts,
    "Exchange,Token,LotSize,Symbol,TradingSymbol,Expiry,Instrument,OptionType,StrikePrice,TickSize,",
    (contract) => partsOf(contract).exch === segment,
    (contract) => {
      const { key, token, lot } = contract;
      const { exch, tsym } = partsOf(contract);
      const head = `${exch},${token},${lot},${key.underlying},${tsym},${expiryOf(contract)}`;
      return `${head},${instrumentOf(contract)},${typeOf(contract)},${key.strike},${contracts.tick(key)},`;
    },
  );
  return zipped(`${segment}_symbols.txt`, Buffer.from(text));
}

const FILES: Readonly<Record<string, { readonly exch: string; readonly isIndex?: boolean }>> = {
  Nfo_Index_Derivatives: { exch: "NFO", isIndex: true },
  Nfo_Equity_Derivatives: { exch: "NFO", isIndex: false },
  Bfo_Index_Derivatives: { exch: "BFO", isIndex: true },
  Bfo_Equity_Derivatives: { exch: "BFO", isIndex: false },
  Currency_Derivatives: { exch: "CDS" },
};

/** Without ticks. @returns undefined for a file that there is none of. */
export async function scripMaster(contracts: PracticeContracts, file: string): Promise<string | undefined> {
  const wanted = FILES[file];
  if (wanted === undefined) return undefined;
  const { exch: only, isIndex } = wanted;
  return listed(
    contracts,
    "Exchange,Token,Lotsize,Symbol,Tradingsymbol,Instrument,Expiry,Strike,Optiontype",
    (contract) =>
      partsOf(contract).exch === only &&
      (isIndex === undefined || (underlyingOf(contract.key.underlying).kind === "index") === isIndex),
    (contract) => {
      const { key, token, lot } = contract;
      const { exch, tsym } = partsOf(contract);
      const head = `${exch},${token},${lot},${key.underlying},${tsym},${instrumentOf(contract)}`;
      return `${head},${expiryOf(contract)},${key.strike},${typeOf(contract)}`;
    },
  );
}

/** An archive of one file, by PKWARE's APPNOTE. */
function zipped(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  /** What the file's own header and the archive's directory both say. */
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(8, 4);
  facts.writeUInt32LE(crc32(content), 10);
  facts.writeUInt32LE(packed.length, 14);
  facts.writeUInt32LE(content.length, 18);
  facts.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("504b0304", "hex"), facts, Buffer.from(name), packed]);
  const directory = Buffer.concat([Buffer.from("504b01021400", "hex"), facts, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write("504b0506", "hex");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, directory, end]);
}
