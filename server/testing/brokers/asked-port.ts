/** An adapter alone: what it asks is seen, and answered as a test says. */
import { epochMs } from "#contract/domain/units.ts";
import type { AdapterOptions } from "../../brokers/adapter.ts";
import type { BrokerPort } from "../../brokers/port.ts";
import { OutboundError, type OutboundReply, type OutboundRequest } from "../../platform/outbound.ts";

/** 11:30 IST on a trading day. */
export const NOW = epochMs(Date.UTC(2026, 10, 23, 6));

interface Asked extends OutboundRequest {
  readonly url: string;
}
export type Answer = OutboundReply | OutboundError;
export type Answers = (request: Asked) => Answer;

interface Options extends Partial<AdapterOptions> {
  /** What is downloaded as a list of instruments; nothing, unless told. */
  readonly list?: (url: string, headers: unknown) => string | Uint8Array | undefined;
}

export function askedPort(open: (options: AdapterOptions) => BrokerPort, answers: Answers, options: Options = {}) {
  const asked: Asked[] = [];
  const downloads: string[] = [];
  const { list = () => undefined, ...given } = options;
  const port = open({
    ...{ api: "https://api.example", lists: "https://lists.example", tokens: "https://tokens.example" },
    app: { key: "", secret: "" },
    isPractice: false,
    clock: { now: () => NOW },
    tickOf: () => 0.05,
    outbound: {
      async request(url, request) {
        asked.push({ ...request, url });
        const answer = answers({ ...request, url });
        if (answer instanceof OutboundError) throw answer;
        return answer;
      },
      async *download(url, headers) {
        downloads.push(url);
        const bytes = list(url, headers) ?? "";
        yield typeof bytes === "string" ? Buffer.from(bytes) : bytes;
      },
    },
    ...given,
  });
  return { port, asked, downloads, body: (): unknown => JSON.parse(asked.at(-1)?.body ?? "") };
}
