import { type AddressInfo, createServer } from "node:net";

/**
 * Returns a port of this machine on which no program listens, for programs that must know their port before they start.
 */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's address
  await new Promise((resolve) => server.close(resolve));
  return port;
}
