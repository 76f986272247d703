import * as oidc from "openid-client";
import { IdentityEnv, parseEnv } from "../../core/env.ts";
import { once } from "../once.ts";
import { runtime } from "../runtime.ts";

/** The identity provider that users sign in with, and our client registration there. */
export interface Issuer {
  config: oidc.Configuration;
  /**
   * True for another organization's provider, false for a user pool or for the provider built into a gateway on a
   * single machine.
   */
  isForeign: boolean;
  /** The name that the issuer is stored under. If empty, the name in the issuer's tokens is used. */
  name: string;
}

/** How long the provider's settings are cached, and so the longest time until a moved endpoint is found again. */
const KNOWN_FOR_MS = 3_600_000;
/** The timeout for each request to the provider, which is short because a user is waiting. */
const PATIENCE_SEC = 10;

interface Known {
  config: oidc.Configuration;
  of: string;
  readAtMs: number;
}

/** The provider's settings, fetched when first needed. If fetching fails, the next use tries again. */
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
  // Possible only on a single machine, because cloud stages are never configured with such an address.
  const isLoopback = url.protocol === "http:" && ["127.0.0.1", "localhost"].includes(url.hostname);
  const execute = [
    ...(isLoopback ? [oidc.allowInsecureRequests] : []),
    // Without this check, the token endpoint's response would be trusted solely because of its TLS connection.
    ...(isForeign ? [oidc.enableNonRepudiationChecks] : []),
  ];
  const options = {
    timeout: PATIENCE_SEC,
    ...(execute.length > 0 && { execute }),
    ...(address && { [oidc.customFetch]: fetchAt(address, url) }),
  };
  return oidc.discovery(url, env.IDENTITY_CLIENT_ID, undefined, clientAuth(), options);
}

/** Authenticates with our secret by the method that the provider supports. Sends nothing if we have no secret. */
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

/** Creates a fetch function that sends requests for the issuer's host to a different address. */
function fetchAt(address: string, { origin }: URL): oidc.CustomFetch {
  return (url, options) => {
    const there = url.startsWith(`${origin}/`) ? `${address}${url.slice(origin.length)}` : url;
    return fetch(there, { ...options, body: options.body ?? null });
  };
}
