import { type AgentOptions, Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Socket } from "node:net";
import { buildConnector, type Dispatcher } from "undici";
import type { NumberProxy } from "../../../core/domain/proxies/proxy-url.ts";
import { type Resolve, systemResolve } from "../../../core/http/checked-address.ts";
import { secured } from "../../../core/http/dial.ts";
import { createGet, type Get } from "../../../core/http/guarded-get.ts";
import { dialThrough } from "../../../core/http/proxy/dial-through.ts";
import { openTunnel, type Tunnel } from "../../../core/http/proxy/open-tunnel.ts";
import { ProxyFault } from "../../../core/http/proxy/proxy-fault.ts";
import type { TunnelEnd } from "../../../core/http/proxy/tunnel-end.ts";
import type { Log } from "../../../core/ports.ts";
import { boundedDownloads, boundedFetches, boundedUploads } from "./bounded-downloads.ts";

/** The route that a number's connections take: either all of them are direct, or all of them go through its proxy. */
export interface WayOut {
  /** The agents for the library's connection to the network and for its uploads. Undefined means Node's own agent. */
  lineAgent: HttpAgent | undefined;
  uploadAgent: HttpsAgent | undefined;
  /** The dispatcher for undici's own `request`. */
  downloads: Dispatcher;
  uploads: Dispatcher;
  /**
   * Options for library downloads that use Node's `fetch`. `dispatcher` is a Node-specific extension of these options.
   */
  fetches: RequestInit;
  /** The guarded client, for URLs specified by customers. */
  get: Get;
  /**
   * Tests the proxy by opening a connection and closing it again. Null if there is no proxy to test. @throws ProxyFault
   */
  attempt: ((end: TunnelEnd) => Promise<void>) | null;
}

/** The routes for a task's outgoing connections. */
export interface WaysOut {
  direct: WayOut;
  /** @param proxy null if the proxy can't be determined. In that case, all connections fail. */
  through(proxy: NumberProxy | null): WayOut;
}

/**
 * The time limit for opening a tunnel. It is shorter than the library's own limit for opening a connection, so a slow
 * proxy is identified as the cause.
 */
const TUNNEL_MS = 12_000;

/** The time limit for testing a proxy. It must be shorter than the time that an API function waits for the answer. */
const ATTEMPT_MS = 7_000;

/**
 * Creates the routes for outgoing connections. @param settings.allowPrivate only set on a single machine, where proxies
 * and files may have private addresses.
 * @param isLineSecure whether connections to the network use TLS.
 */
export function createWaysOut(
  settings: { allowPrivate: boolean; log: Log; resolve?: Resolve },
  isLineSecure: boolean,
): WaysOut {
  const { allowPrivate, resolve = systemResolve } = settings;
  return {
    direct: {
      lineAgent: undefined,
      uploadAgent: undefined,
      ...transfers(undefined),
      get: createGet(settings),
      attempt: null,
    },
    through(proxy) {
      const tunnel: Tunnel = async (end, signal) => {
        if (proxy === null) throw new ProxyFault("The proxy's url can no longer be decrypted. Set it again.");
        return openTunnel(proxy, end, { allowPrivate, resolve, signal });
      };
      const uploadAgent = tunnelAgent(new HttpsAgent(NOTHING_KEPT), tunnel, true);
      return {
        lineAgent: isLineSecure ? uploadAgent : tunnelAgent(new HttpAgent(NOTHING_KEPT), tunnel, false),
        uploadAgent,
        ...transfers(tunnelConnector(tunnel)),
        get: createGet({ ...settings, open: dialThrough(tunnel) }),
        attempt: async (end) => void (await tunnel(end, AbortSignal.timeout(ATTEMPT_MS))).destroy(),
      };
    },
  };
}

const NOTHING_KEPT: AgentOptions = { keepAlive: false };

function transfers(connect: buildConnector.connector | undefined): Pick<WayOut, "downloads" | "uploads" | "fetches"> {
  return {
    downloads: boundedDownloads(undefined, connect),
    uploads: boundedUploads(connect),
    fetches: { dispatcher: boundedFetches(undefined, connect) } as RequestInit,
  };
}

/** Makes a Node agent open all of its connections through a tunnel. */
function tunnelAgent<A extends HttpAgent>(agent: A, tunnel: Tunnel, isSecure: boolean): A {
  agent.createConnection = ({ host, port }, done) => {
    const signal = AbortSignal.timeout(TUNNEL_MS);
    const end = { host: bare(host ?? ""), port: Number(port) };
    tunnel(end, signal)
      .then((socket) => (isSecure ? secured(socket, end.host, signal) : socket))
      .then(
        (socket) => done?.(null, socket),
        (error: Error) => done?.(error, undefined as unknown as Socket), // as Node's own agents do
      );
    return undefined;
  };
  return agent;
}

/** Opens undici's connections through a tunnel. */
function tunnelConnector(tunnel: Tunnel): buildConnector.connector {
  const withTls = buildConnector({ timeout: TUNNEL_MS });
  return (options, done) => {
    const isSecure = options.protocol === "https:";
    const end = { host: bare(options.hostname), port: Number(options.port) || (isSecure ? 443 : 80) };
    tunnel(end, AbortSignal.timeout(TUNNEL_MS)).then(
      (socket) => (isSecure ? withTls({ ...options, httpSocket: socket }, done) : done(null, socket)),
      (error: Error) => done(error, null),
    );
  };
}

/** Returns a host without IPv6 brackets. */
const bare = (host: string) => host.replace(/^\[|\]$/g, "");
