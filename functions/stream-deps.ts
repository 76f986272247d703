import { gatewayConnections } from "../core/aws/gateway-connections.ts";
import { ConnectionsEnv, parseEnv } from "../core/env.ts";
import { once } from "./once.ts";

/**
 * The open WebSockets of the event stream on AWS, built once per process. @throws if an environment variable is
 * missing.
 */
export const stageConnections = once(() => gatewayConnections(parseEnv(ConnectionsEnv, process.env).STREAM_ENDPOINT));
