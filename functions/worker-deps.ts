import { createPost } from "../core/http/guarded-client.ts";
import type { DeliveryDeps } from "../core/operations/webhooks/post-event.ts";
import { ownDeps } from "./own-deps.ts";
import { tablePart } from "./parts/table-part.ts";
import { vaultPart } from "./parts/vault-part.ts";
import { wakeupsPart } from "./parts/wakeups-part.ts";

/** Dependencies of the worker of endpoint lanes. */
export type EndpointDeps = DeliveryDeps;

/** The parts they are built from. */
export const endpointParts = [tablePart, vaultPart, wakeupsPart];

const own = ownDeps(endpointParts);

/** Makes them anew at each call; the parts, and with them the clients, are built once. */
export function endpointDeps(): EndpointDeps {
  const { env, ...rest } = own();
  const post = createPost({ allowPrivate: env.ALLOW_PRIVATE_WEBHOOKS === "1", log: rest.log });
  return { ...rest, post, docsUrl: env.DOCS_URL };
}
