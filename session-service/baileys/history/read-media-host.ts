import type { WASocket } from "@whiskeysockets/baileys";

const HOST = /^[\w.-]{1,200}(:\d{1,5})?$/;

/**
 * Queries the network for its file store's host, no more often than the previous answer allows. @returns null if the
 * answer doesn't contain a host.
 */
export async function readMediaHost(sock: Pick<WASocket, "refreshMediaConn">): Promise<string | null> {
  const answer = await sock.refreshMediaConn();
  const host: unknown = answer?.hosts[0]?.hostname;
  return typeof host === "string" && HOST.test(host) ? host : null;
}
