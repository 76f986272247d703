import * as oidc from "openid-client";
import { IdentityEnv, parseEnv } from "../../core/env.ts";
import { once } from "../once.ts";
import { runtime } from "../runtime.ts";

/** The identity provider that users sign in with, and our client registration with it. */
export interface Issuer {
  config: oidc.Configuration;
  /**
   * True for another organization's provider. False for a user pool, and for the provider built into a single-machine
   * gateway.
   */
  isForeign: boolean;
  /** The name that the issuer is stored under. If empty, the name in the issuer's tokens is used. */
  name: string;
}

/** How long to cache the provider's settings. If an endpoint moves, its new address is found within this time. */
const KNOWN_FOR_MS = 3_600_000;
/** The timeout for each request to the provider. It is short, because a user is waiting. */
const PATIENCE_SEC = 10;

interface Known {
  config: oidc.Configuration;
  of: string;
  readAtMs: number;
}

/** The provider's settings, fetched on first use. If that fails, the next use tries again. */
const known = once(() => ({ last: null as Known | null }));

/**
 * Returns the issuer with its settings. The settings of another organization's provider are refetched after an hour. If
 * that fails, the previous settings stay in use. @throws an error from the library or from `fetch` if no valid issuer
 * responds.
 */
export async function issuer(): Promise<Issuer> {
  const env = parseEnv(IdentityEnv, process.env);
  const place = known();
  const isForeign = env.IDENTITY_KIND === "foreign";
  const of = `${env.IDENTITY_ISSUER} ${env.IDENTITY_CLIENT_ID}`;
  const nowMs = Date.now(); // the machine's clock, like the tokens' times
  const last = place.last?.of === of ? place.last : null;
  const isOld = isForeign && last !== null && Math.abs(nowMs - last.readAtMs) > KNOWN_FOR_MS;
  if (last === null || isOld) {
    try {
      place.last = { config: await read(env, isForeign), of, readAtMs: nowMs };
    } catch (error) {
      if (last === null) throw error;
      place.last = { ...last, readAtMs: nowMs };
    }
  }
  const { config } = place.last ?? (last as Known); // one of the two was set above
  return { config, isForeign, name: env.IDENTITY_NAME };
}

function read(env: IdentityEnv, isForeign: boolean): Promise<oidc.Configuration> {
  const url = new URL(env.IDENTITY_ISSUER);
  const address = env.IDENTITY_ADDRESS;
  // Only possible on a single machine: cloud stages are never configured with such an address.
  const isLoopback = url.protocol === "http:" && ["127.0.0.1", "localhost"].includes(url.hostname);
  const execute = [
    ...(isLoopback ? [oidc.allowInsecureRequests] : []),
    // Without this check, the token endpoint's response would be trusted only because it came over TLS.
    ...(isForeign ? [oidc.enableNonRepudiationChecks] : []),
  ];
  const options = {
    timeout: PATIENCE_SEC,
    ...(execute.length > 0 && { execute }),
    ...(address && { [oidc.customFetch]: fetchAt(address, url) }),
  };
  return oidc.discovery(url, env.IDENTITY_CLIENT_ID, undefined, clientAuth(), options);
}

/** Authenticates with our secret, using a method that the provider supports. Sends nothing if there is no secret. */
function clientAuth(): oidc.ClientAuth {
  const { identitySecret } = runtime;
  if (identitySecret === null) return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(identitySecret), oidc.ClientSecretPost(identitySecret)];
  return (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]; // the standard's default
    const way = ways.includes("client_secret_basic") ? basic : post;
    way(server, client, body, headers);
  };
}

/** Creates a fetch function that redirects requests for the issuer's host to another address. */
function fetchAt(address: string, { origin }: URL): oidc.CustomFetch {
  return (url, options) => {
    const there = url.startsWith(`${origin}/`) ? `${address}${url.slice(origin.length)}` : url;
    return fetch(there, { ...options, body: options.body ?? null });
  };
}
