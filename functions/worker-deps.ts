import { eventBridgeBus } from "../core/aws/event-bus.ts";
import { BusEnv, parseEnv } from "../core/env.ts";
import { createPost } from "../core/http/guarded-client.ts";
import type { BusDeps } from "../core/operations/forward-to-bus.ts";
import type { DeliveryDeps } from "../core/operations/post-event.ts";
import { ownDeps } from "./own-deps.ts";
import { eventsPart } from "./parts/events-part.ts";
import { tablePart } from "./parts/table-part.ts";
import { vaultPart } from "./parts/vault-part.ts";
import { wakeupsPart } from "./parts/wakeups-part.ts";

/** What the worker of endpoint lanes works with. */
export type EndpointDeps = DeliveryDeps & BusDeps;

/** What it may use, beside the bus. */
export const endpointParts = [tablePart, vaultPart, wakeupsPart, eventsPart];

const own = ownDeps(endpointParts);

/** Built once per call of a cold function; the parts keep the clients. */
export function endpointDeps(): EndpointDeps {
  const { env, ...rest } = own();
  const post = createPost({ allowPrivate: env.ALLOW_PRIVATE_WEBHOOKS === "1", log: rest.log });
  bus ??= eventBridgeBus(parseEnv(BusEnv, process.env).EVENT_BUS_NAME);
  return { ...rest, post, docsUrl: env.DOCS_URL, bus };
}

let bus: ReturnType<typeof eventBridgeBus> | null = null;
