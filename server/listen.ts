/** Takes a port, and says in one line why it cannot. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { oneLine, StartError, systemCode } from "./platform/start-error.ts";

/** @returns the port it got. @throws StartError */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(explanation(error, port, host)));
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/**
 * Finds out that a port is taken before anything slow is done, and which one port 0 means.
 * @throws StartError
 */
export async function checkPort(port: number, host: string): Promise<number> {
  const server = createServer();
  const taken = await listen(server, port, host);
  await new Promise((resolve) => server.close(resolve));
  return taken;
}

function explanation(error: Error, port: number, host: string): StartError {
  const code = systemCode(error);
  if (code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} on ${host} is in use: stop the program that has it, or set PORT to another one.`,
    );
  }
  if (code === "EACCES")
    return new StartError(`Port ${port} needs more rights than this process has: set PORT above 1023.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new StartError(`HOST=${host} is not an address of this machine.`);
  }
  return new StartError(`Cannot listen on ${host}:${port}: ${oneLine(error)}`);
}
