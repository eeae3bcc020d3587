/** What the threads of a page hold after a collection, by the debugger's protocol: heap, backing stores and the rest. */

import type { CDPSession } from "@playwright/test";

/** A session of a page's debugger, Playwright's or one that speaks as it does. */
export type Debugger = Pick<CDPSession, "send" | "on" | "off">;

interface HeapUsage {
  readonly usedSize: number;
  readonly embedderHeapUsedSize?: number;
  /** Of array buffers, WASM memory among them. */
  readonly backingStorageSize?: number;
}

interface Attached {
  readonly sessionId: string;
  readonly targetInfo: { readonly type: string; readonly title: string };
}

const MB = 1 << 20;

const bytesOf = ({ usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 }: HeapUsage): number =>
  usedSize + embedderHeapUsedSize + backingStorageSize;

/** MB of the page's main thread. */
export async function mainMemory(cdp: Debugger): Promise<number> {
  await cdp.send("HeapProfiler.collectGarbage");
  return bytesOf(await cdp.send("Runtime.getHeapUsage")) / MB;
}

/** MB of all workers of the page together. */
export async function workerMemory(cdp: Debugger): Promise<number> {
  const workers: Attached[] = [];
  const attach = (one: Attached): void => void (one.targetInfo.type === "worker" && workers.push(one));
  cdp.on("Target.attachedToTarget", attach);
  // Playwright's own session speaks to them, too; messages inside of messages keep the two apart.
  await cdp.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  try {
    let total = 0;
    for (const { sessionId } of workers) {
      await askWorker(cdp, sessionId, "HeapProfiler.collectGarbage");
      total += bytesOf((await askWorker(cdp, sessionId, "Runtime.getHeapUsage")) as HeapUsage);
    }
    if (workers.length === 0) throw new Error("the page has no worker");
    return total / MB;
  } finally {
    cdp.off("Target.attachedToTarget", attach);
    await cdp.send("Target.setAutoAttach", { autoAttach: false, waitForDebuggerOnStart: false, flatten: false });
  }
}

let asked = 0;

function askWorker(cdp: Debugger, sessionId: string, method: string): Promise<unknown> {
  const id = ++asked;
  return new Promise((resolve, reject) => {
    const hear = (event: { readonly sessionId: string; readonly message: string }): void => {
      if (event.sessionId !== sessionId) return;
      const reply = JSON.parse(event.message) as { id?: number; result?: unknown; error?: { message: string } };
      if (reply.id !== id) return;
      cdp.off("Target.receivedMessageFromTarget", hear);
      if (reply.error) reject(new Error(`${method}: ${reply.error.message}`));
      else resolve(reply.result);
    };
    cdp.on("Target.receivedMessageFromTarget", hear);
    cdp.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) }).catch(reject);
  });
}
