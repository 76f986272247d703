import * as oidc from "openid-client";
import { IdentityEnv, parseEnv } from "../../core/env.ts";
import { once } from "../once.ts";
import { runtime } from "../runtime.ts";

/** The provider that people sign in with, and the client that this gateway is there. */
export interface Issuer {
  config: oidc.Configuration;
  /** Another organization's provider, instead of a user pool or one machine's own. */
  isForeign: boolean;
  /** The stored name of the issuer; empty: the one in its tokens. */
  name: string;
}

/** An endpoint that moves is found in this time. */
const KNOWN_FOR_MS = 3_600_000;
/** A person waits for each answer. */
const PATIENCE_SEC = 10;

interface Known {
  config: oidc.Configuration;
  of: string;
  readAtMs: number;
}

/** The provider's settings, fetched from it when first needed; a failed fetch is repeated. */
const known = once(() => ({ last: null as Known | null }));

/**
 * Returns the issuer with its settings. Those of another organization are fetched again after an hour; if that fails,
 * the last ones stay in use. @throws an error of the library or of `fetch` if the issuer doesn't answer, or its answer
 * is not an issuer's.
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
  // Only on one machine: no stage in the cloud names such an address.
  const isLoopback = url.protocol === "http:" && ["127.0.0.1", "localhost"].includes(url.hostname);
  const execute = [
    ...(isLoopback ? [oidc.allowInsecureRequests] : []),
    // Otherwise the token endpoint's answer would be trusted for its TLS alone.
    ...(isForeign ? [oidc.enableNonRepudiationChecks] : []),
  ];
  const options = {
    timeout: PATIENCE_SEC,
    ...(execute.length > 0 && { execute }),
    ...(address && { [oidc.customFetch]: fetchAt(address, url) }),
  };
  return oidc.discovery(url, env.IDENTITY_CLIENT_ID, undefined, clientAuth(), options);
}

/** Sends our secret by the method that the provider names; sends nothing if we have no secret. */
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

/** Creates a fetch that reaches the issuer's host at another address. */
function fetchAt(address: string, { origin }: URL): oidc.CustomFetch {
  return (url, options) => {
    const there = url.startsWith(`${origin}/`) ? `${address}${url.slice(origin.length)}` : url;
    return fetch(there, { ...options, body: options.body ?? null });
  };
}
