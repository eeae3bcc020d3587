/** The open day's contracts as brokers that speak Noren list them: CSV with a line of headings, one of them in zip archives. */
import { crc32, deflateRawSync } from "node:zlib";
import { underlyingOf } from "#contract/domain/instruments.ts";
import type { PracticeContract, PracticeContracts } from "../../contracts.ts";
import { csvOf, instrumentOf, listed } from "../listed.ts";
import { dayInWords } from "../stamps.ts";
import { partsOf } from "./entities.ts";

/** '24-NOV-2026' */
const expiryOf = ({ key }: PracticeContract): string => dayInWords(key.expiry).join("-").toUpperCase();

const typeOf = ({ key }: PracticeContract): string => (key.type === "FUT" ? "XX" : key.type);

/** @param segment NFO, BFO or CDS. */
export async function symbolsZip(contracts: PracticeContracts, segment: string): Promise<Buffer> {
  const lines = await listed(contracts, (contract) => {
    const { key, token, lot } = contract;
    const { exch, tsym } = partsOf(contract);
    if (exch !== segment) return undefined;
    const head = `${exch},${token},${lot},${key.underlying},${tsym},${expiryOf(contract)}`;
    return `${head},${instrumentOf(contract)},${typeOf(contract)},${key.strike},${contracts.tick(key)},`;
  });
  const header = "Exchange,Token,LotSize,Symbol,TradingSymbol,Expiry,Instrument,OptionType,StrikePrice,TickSize,";
  return zipped(`${segment}_symbols.txt`, Buffer.from(csvOf(header, lines)));
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
  const lines = await listed(contracts, (contract) => {
    const { key, token, lot } = contract;
    const { exch, tsym } = partsOf(contract);
    if (exch !== only) return undefined;
    if (isIndex !== undefined && (underlyingOf(key.underlying).kind === "index") !== isIndex) return undefined;
    const head = `${exch},${token},${lot},${key.underlying},${tsym},${instrumentOf(contract)}`;
    return `${head},${expiryOf(contract)},${key.strike},${typeOf(contract)}`;
  });
  return csvOf("Exchange,Token,Lotsize,Symbol,Tradingsymbol,Instrument,Expiry,Strike,Optiontype", lines);
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
