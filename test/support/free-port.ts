import { type AddressInfo, createServer } from "node:net";

/** Returns a free port on this machine, for programs whose port must be chosen before they start. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server's address
  await new Promise((resolve) => server.close(resolve));
  return port;
}
