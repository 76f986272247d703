import type { IncomingMessage } from "node:http";
import { askedFromElsewhere, isProxyHeader } from "../../simulated-network/src/process/this-machine-only.ts";
import { clientAddress } from "./client-address.ts";
import { addressMatcher, LOOPBACK, plainAddress, type ServeSettings } from "./serve-settings.ts";

/** The reason why a request is refused. */
export interface FrontRefusal {
  status: 400 | 403 | 421;
  message: string;
}

/** Decides which requests the API server accepts, before processing any part of them. */
export interface RequestFront {
  /**
   * The public address for people and programs, without a trailing slash, or null if it is the address that the server
   * listens on.
   */
  url: string | null;
  /** The address that the server listens on: loopback or, if undefined, all of the machine's addresses. */
  host: string | undefined;
  /**
   * Checks whether a request is admitted, and removes all headers that only a proxy may set, so later steps never use
   * them.
   * @returns null if the request is admitted.
   */
  refuses(request: IncomingMessage): FrontRefusal | null;
  /** Returns the client's IP address for an admitted request. */
  addressOf(request: IncomingMessage): string;
}

const LOCAL_HOST = "127.0.0.1";
const FOR_A_TEAM =
  "To serve a team behind a TLS proxy, start the gateway with PUBLIC_URL=https://… set to the address that people use.";

/** Admits only requests from this machine. Everyone admitted counts as the gateway's owner. */
export const thisMachinesFront: RequestFront = {
  url: null,
  host: LOCAL_HOST,
  refuses(request) {
    const sentence = askedFromElsewhere(request);
    return sentence === null ? null : { status: 400, message: `${sentence} ${FOR_A_TEAM}` };
  },
  addressOf: (request) => request.socket.remoteAddress ?? LOCAL_HOST,
};

/** Matches paths that the gateway itself requests, or a supervisor monitors, under this machine's own name. */
const WITHOUT_PROXY = /^\/(health|identity\/(\.well-known\/openid-configuration|token|jwks|me))$/;

/**
 * Admits requests that trusted proxies forward for the public address. The proxies name the client in
 * `X-Forwarded-For`. A request without that header is refused, because all clients would otherwise share the proxy's
 * address in limits and lists.
 */
export function publicFront({ url, trustedProxies }: ServeSettings): RequestFront {
  const isLoopback = addressMatcher(LOOPBACK);
  // Without a list of proxies, there is exactly one proxy. A loopback address in the header then belongs to a client,
  // such as a local user.
  const isOneOfMany = addressMatcher(trustedProxies);
  const isProxy = trustedProxies.length === 0 ? isLoopback : isOneOfMany;
  const isTls = url.protocol === "https:";
  const scheme = url.protocol.slice(0, -1);
  const addresses = new WeakMap<IncomingMessage, string>();

  function refusalOf(request: IncomingMessage): FrontRefusal | string {
    const peer = plainAddress(request.socket.remoteAddress ?? "");
    if (peer === null || !(isProxy(peer) || isLoopback(peer))) return forbidden(NOT_THROUGH_PROXY);
    const wasPassedOn = request.rawHeaders.some((name, at) => at % 2 === 0 && isProxyHeader(name));
    const isDirect = isLoopback(peer) && !wasPassedOn;
    const path = request.url?.split("?")[0] ?? "";
    if (isDirect && WITHOUT_PROXY.test(path) && valuesOf(request, "origin").length === 0) return peer;
    const elsewhere = ofAnotherSite(request, url);
    if (elsewhere !== null) return elsewhere;
    if (isDirect && !isTls) return peer;
    if (!isProxy(peer)) return forbidden(`${peer} is not in TRUSTED_PROXIES, so its requests are not accepted.`);
    const schemes = valuesOf(request, "x-forwarded-proto").map((one) => one.toLowerCase());
    if (schemes.some((one) => one !== scheme)) {
      return forbidden(`This address only supports ${scheme}. Use ${url.origin}.`);
    }
    const address = clientAddress(valuesOf(request, "x-forwarded-for"), isOneOfMany);
    return address ?? { status: 400, message: NO_CLIENT };
  }

  return {
    url: url.origin,
    host: trustedProxies.every((one) => isLoopback(one.split("/")[0] ?? "")) ? LOCAL_HOST : undefined,
    refuses(request) {
      const found = refusalOf(request);
      if (typeof found !== "string") return found;
      addresses.set(request, found);
      withoutProxyHeaders(request);
      return null;
    },
    addressOf(request) {
      const address = addresses.get(request);
      if (address === undefined) throw new Error("A request was served without being admitted.");
      return address;
    },
  };
}

const NOT_THROUGH_PROXY =
  "This address can only be reached through its proxy. If you run the gateway, add the proxy's address to TRUSTED_PROXIES.";
const NO_CLIENT =
  "The proxy in front must set X-Forwarded-For to the client's address, with one address for each hop (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).";

const forbidden = (message: string): FrontRefusal => ({ status: 403, message });

/**
 * Refuses requests for another host name and requests from other sites' pages, because browsers would send the user's
 * cookies with either.
 */
function ofAnotherSite(request: IncomingMessage, { host, origin, protocol }: URL): FrontRefusal | null {
  const port = protocol === "https:" ? ":443" : ":80";
  const hosts = valuesOf(request, "host").map((one) => one.toLowerCase());
  if (hosts.length !== 1 || !(hosts[0] === host || hosts[0] === `${host}${port}`)) {
    return {
      status: 421,
      message: `This gateway only responds to requests for ${host}. The proxy must forward the Host header.`,
    };
  }
  if (valuesOf(request, "origin").every((one) => one === origin)) return null;
  return forbidden(
    "This address does not accept requests from pages of other sites. Send the request from the gateway's own pages, or without a browser.",
  );
}

/** Returns a header's values in order, including those of repeated headers and comma-separated lists. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): string[] {
  return rawHeaders
    .filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
    .flatMap((value) => value.split(","))
    .map((value) => value.trim());
}

function withoutProxyHeaders(request: IncomingMessage): void {
  const { rawHeaders, headers } = request;
  for (const name of Object.keys(headers)) if (isProxyHeader(name)) delete headers[name];
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (isProxyHeader(rawHeaders[at] ?? "")) rawHeaders.splice(at, 2);
  }
}
