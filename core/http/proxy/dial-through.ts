import { isIPv4 } from "node:net";
import type { OpenConnection } from "../ask.ts";
import { secured } from "../dial.ts";
import type { Tunnel } from "./open-tunnel.ts";

/**
 * Creates the function that opens the guarded client's connections through a proxy. The proxy gets one of the checked
 * addresses rather than the name, so it can't end up at a different address through a second DNS lookup.
 */
export function dialThrough(tunnel: Tunnel): OpenConnection {
  return async (url, { addresses, signal }) => {
    const isTls = url.protocol === "https:";
    // Prefer IPv4, because not every proxy supports IPv6.
    const chosen = addresses.find(({ address }) => isIPv4(address)) ?? addresses[0];
    if (!chosen) throw Object.assign(new Error("The host has no address."), { code: "ENOTFOUND" });
    const end = { host: chosen.address, port: Number(url.port) || (isTls ? 443 : 80) };
    const socket = await tunnel(end, signal);
    return isTls ? secured(socket, url.hostname.replace(/^\[|\]$/g, ""), signal) : socket;
  };
}
