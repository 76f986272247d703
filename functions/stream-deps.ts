import { gatewayConnections } from "../core/aws/gateway-connections.ts";
import { ConnectionsEnv, parseEnv } from "../core/env.ts";
import { once } from "./once.ts";

/** The open WebSockets of a stage on AWS. Built once per process. @throws if an environment variable is missing. */
export const stageConnections = once(() => gatewayConnections(parseEnv(ConnectionsEnv, process.env).STREAM_ENDPOINT));
