/** The render worker of the page's grids. */
import { fontsReady } from "../../styles/fonts.ts";
import type { ToPaintWorker } from "./paint-protocol.ts";
import { createRenderWorker } from "./render-worker.ts";

// Canvases go to the compositor when a frame's callbacks have run; a message comes after that.
const { port1, port2 } = new MessageChannel();
let afterFrame: () => void = () => undefined;
port1.onmessage = () => afterFrame();

const receive = createRenderWorker({
  tell: (message) => postMessage(message),
  loadFonts(faces) {
    for (const { family, source, weight, unicodeRange } of faces)
      fonts.add(new FontFace(family, source, { weight, unicodeRange }));
    return fontsReady(fonts);
  },
  afterFrame(callback) {
    afterFrame = callback;
    requestAnimationFrame(() => port2.postMessage(undefined));
  },
  after: (ms, callback) => void setTimeout(callback, ms),
  now: () => performance.timeOrigin + performance.now(),
});

addEventListener("message", ({ data }: MessageEvent<ToPaintWorker>) => receive(data));
