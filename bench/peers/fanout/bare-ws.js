/** ws by its plain way: a loop over the sockets of a room that sends the same prepared bytes to each. */
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

/** @param options {rooms: {scenario: [room]}, ticks: () => [bytes]}; gives {port, tick(scenario)}. */
export async function startServer({ rooms, ticks }) {
  const http = createServer();
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const members = new Map(
    Object.values(rooms)
      .flat()
      .map((room) => [room, new Set()]),
  );
  server.on("connection", (socket, request) => {
    const joined = new URL(request.url, "http://x").searchParams.getAll("room");
    for (const room of joined) members.get(room).add(socket);
    socket.on("close", () => {
      for (const room of joined) members.get(room).delete(socket);
    });
  });
  await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
  let frames;
  let next = 0;
  return {
    port: http.address().port,
    tick(scenario) {
      frames ??= ticks();
      const frame = frames[next++ % frames.length];
      for (const room of rooms[scenario]) for (const socket of members.get(room)) socket.send(frame);
    },
  };
}
