import { DEFAULT_CONNECTION_CONFIG } from "@whiskeysockets/baileys";
import type { TunnelEnd } from "../../../core/http/proxy/tunnel-end.ts";
import type { NetworkSettings } from "./network-settings.ts";

/** Returns the network's host and port. */
export function networkEnd({ url }: NetworkSettings): TunnelEnd {
  const { hostname, port, protocol } = new URL(url ?? DEFAULT_CONNECTION_CONFIG.waWebSocketUrl);
  return { host: hostname, port: Number(port) || (protocol === "ws:" ? 80 : 443) };
}
