/** A process of its own: all clients of all servers. They read every frame, and ours acknowledge when they are asked to. */
import { KIND_AT, MINUTE, SNAPSHOT } from "#contract/wire/frame/layout.ts";
import type { Group, Heard } from "./protocol.ts";
import { answer } from "./question.ts";
import { type Ear, openClient } from "./speech.ts";
import type { WebSocketClient } from "./web-socket-client.ts";

/** Handshakes under way at a time: more would overflow the listener's backlog. */
const AT_ONCE = 64;

interface Crowd {
  readonly clients: WebSocketClient[];
  heard: Heard[];
}

const crowds: Crowd[] = [];
const silence = (): Heard => ({ ticks: 0, minutes: 0, specials: 0, beforeSnapshot: 0, snapshots: 0, closed: 0 });

const createEar = (crowd: Crowd, index: number, joined: () => void): Ear => ({
  joined,
  event(name, bytes) {
    const heard = crowd.heard[index] as Heard;
    if (name === "special") heard.specials++;
    if (bytes === undefined) {
      if (name === "") heard.ticks++;
      return;
    }
    const kind = bytes[KIND_AT];
    if (kind === MINUTE) heard.minutes++;
    else if (kind === SNAPSHOT) heard.snapshots++;
    else {
      heard.ticks++;
      if (heard.snapshots === 0) heard.beforeSnapshot++;
    }
  },
});

async function open(group: Group): Promise<number> {
  const crowd: Crowd = { clients: [], heard: Array.from({ length: group.count }, silence) };
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < group.count) {
        const index = next++;
        await new Promise<void>((joined, failed) => {
          openClient(group, createEar(crowd, index, joined)).then((client) => crowd.clients.push(client), failed);
        });
      }
    }),
  );
  return crowds.push(crowd) - 1;
}

const crowdOf = (index: number): Crowd => {
  const crowd = crowds[index];
  if (crowd === undefined) throw new Error(`nobody opened crowd ${index}`);
  return crowd;
};

answer({
  open,
  async heard({ crowd }: { crowd: number }): Promise<Heard[]> {
    const { clients, heard } = crowdOf(crowd);
    clients.forEach((client, i) => {
      (heard[i] as Heard).closed = client.isClosed ? 1 : 0;
    });
    return heard;
  },
  async forget({ crowd }: { crowd: number }): Promise<void> {
    crowdOf(crowd).heard = crowdOf(crowd).heard.map(silence);
  },
  async pause({ crowd }: { crowd: number }): Promise<void> {
    for (const client of crowdOf(crowd).clients) client.pause();
  },
  async resume({ crowd }: { crowd: number }): Promise<void> {
    for (const client of crowdOf(crowd).clients) client.resume();
  },
  async close({ crowd }: { crowd: number }): Promise<void> {
    for (const client of crowdOf(crowd).clients) client.close();
  },
});
