import type { Server } from "node:net";

/** Makes a server listen, and resolves once it is listening. @throws node:net Error. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
