/** Socket.IO by its plain way: rooms, the default parser, and its own broadcast, which frames a text packet once. */
import { createServer } from "node:http";
import { Server } from "socket.io";

/** @param options {rooms: {scenario: [room]}, ticks: () => [object or bytes]}; gives {port, tick(scenario)}. */
export async function startServer({ rooms, ticks }) {
  const http = createServer();
  const io = new Server(http, { transports: ["websocket"], perMessageDeflate: false, serveClient: false });
  const namespace = io.of("/optionLiveSocket");
  namespace.on("connection", (socket) => {
    socket.on("joinRoom", (room) => socket.join(room));
  });
  await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
  let payloads;
  let next = 0;
  return {
    port: http.address().port,
    tick(scenario) {
      payloads ??= ticks();
      const tick = payloads[next++ % payloads.length];
      for (const room of rooms[scenario]) namespace.to(room).emit(room, tick);
    },
  };
}
