import { type Heard, type SdkClient, sendDirectly } from "./direct-requests.ts";
import { LeanHandler } from "./lean-handler.ts";
import type { RequestLimits } from "./request-limits.ts";

/** Settings of one client beside its limits; the SDK finds what is absent in the environment. */
export interface ClientSettings {
  endpoint?: string;
  region?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** How many connections it may have at once, and how many of them without work; absent: the SDK's 50, and all. */
  connections?: { most: number; idle?: number };
  /** Takes the place of the network, for tests. */
  requestHandler?: object;
  /** For frequently used clients of services that speak JSON: without the SDK's middleware. */
  directly?: { heard?: Heard };
}

/** The settings that every client of the SDK takes. */
type Config = Omit<ClientSettings, "connections" | "directly"> & { maxAttempts: number; requestHandler: object };

/** A client of the SDK, as its class makes it. */
type ClientClass<C> = new (config: Config) => C;

/** Puts a client of the process's host in front of one that the SDK makes, or hands that one back. */
export type HostClient = <C extends object>(name: string, limits: RequestLimits, sdk: () => C) => C;

const bySdk: HostClient = (_name, _limits, sdk) => sdk();

let host = bySdk;

/**
 * Sets how this process reaches services, for the process's host and before its clients are made; null: through the SDK
 * again. The table has a host of its own (document-client.ts).
 */
export function hostClients(own: HostClient | null): void {
  host = own ?? bySdk;
}

/** Makes a client of the AWS SDK whose every request ends. No other place makes one. */
export function awsClient<C extends object>(
  Client: ClientClass<C>,
  limits: RequestLimits,
  own: ClientSettings = {},
): C {
  return host(Client.name, limits, () => sdkClient(Client, limits, own));
}

function sdkClient<C extends object>(Client: ClientClass<C>, limits: RequestLimits, own: ClientSettings): C {
  const { connections, directly, ...settings } = own;
  const { tries } = limits;
  const requestHandler = directly ? new LeanHandler(limits, connections) : sdkHandler(limits, connections);
  const client = new Client({ maxAttempts: tries, requestHandler, ...settings });
  if (directly) sendDirectly(client as unknown as SdkClient, tries, directly.heard); // its class is one of the SDK's
  return client;
}

/** Settings of the SDK's own HTTP handler. */
function sdkHandler(
  { connectMs, answerMs, silenceMs = answerMs }: RequestLimits,
  connections: ClientSettings["connections"],
) {
  const agent = connections && {
    maxSockets: connections.most,
    ...(connections.idle !== undefined && { maxFreeSockets: connections.idle }),
  };
  return {
    connectionTimeout: connectMs,
    requestTimeout: answerMs,
    // Without it the limit above only writes a warning.
    throwOnRequestTimeout: true,
    // The limit above ends with the answer's headers; the body may stop as well.
    socketTimeout: silenceMs,
    ...(agent && { httpAgent: agent, httpsAgent: agent }),
  };
}
