import { type Heard, type SdkClient, sendDirectly } from "./direct-requests.ts";
import { LeanHandler } from "./lean-handler.ts";
import type { RequestLimits } from "./request-limits.ts";

/** A client's settings, apart from its limits. The SDK reads all other settings from the environment. */
export interface ClientSettings {
  endpoint?: string;
  region?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** The maximum number of open connections and of idle ones. Both default to the SDK's 50. */
  connections?: { most: number; idle?: number };
  /** Replaces the network in tests. */
  requestHandler?: object;
  /**
   * Replaces the SDK's HTTP handler with lean-handler.ts. Meant for functions and for other clients that don't read
   * files.
   */
  lean?: true;
  /** For frequently used clients of JSON services: requests bypass the SDK's middleware. Implies `lean`. */
  directly?: { heard?: Heard };
}

/** The settings common to all SDK clients. */
type Config = Omit<ClientSettings, "connections" | "lean" | "directly"> & {
  maxAttempts: number;
  requestHandler: object;
};

/** The class of an SDK client. */
type ClientClass<C> = new (config: Config) => C;

/** Lets the host of this process wrap or replace the SDK's client. By default, the SDK's client is used as is. */
export type HostClient = <C extends object>(name: string, limits: RequestLimits, sdk: () => C) => C;

const bySdk: HostClient = (_name, _limits, sdk) => sdk();

let host = bySdk;

/**
 * Sets how this process reaches AWS services; null restores the SDK's clients. Call it before creating any client. The
 * table has its own hook (document-client.ts).
 */
export function hostClients(own: HostClient | null): void {
  host = own ?? bySdk;
}

/**
 * Creates an AWS SDK client on which every request either completes or times out. All SDK clients are created by this
 * function.
 */
export function awsClient<C extends object>(
  Client: ClientClass<C>,
  limits: RequestLimits,
  own: ClientSettings = {},
): C {
  return host(Client.name, limits, () => sdkClient(Client, limits, own));
}

function sdkClient<C extends object>(Client: ClientClass<C>, limits: RequestLimits, own: ClientSettings): C {
  const { connections, directly, lean = directly !== undefined, ...settings } = own;
  const { tries } = limits;
  const requestHandler = lean ? new LeanHandler(limits, connections) : sdkHandler(limits, connections);
  const client = new Client({ maxAttempts: tries, requestHandler, ...settings });
  if (directly) sendDirectly(client as unknown as SdkClient, tries, directly.heard); // its class is one of the SDK's
  return client;
}

/** Returns the settings for the SDK's own HTTP handler. */
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
    // Without this option, exceeding the limit above only logs a warning.
    throwOnRequestTimeout: true,
    // The limit above only covers the wait for the headers, but the body can stall as well.
    socketTimeout: silenceMs,
    ...(agent && { httpAgent: agent, httpsAgent: agent }),
  };
}
