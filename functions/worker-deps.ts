import { createPost } from "../core/http/guarded-client.ts";
import type { DeliveryDeps } from "../core/operations/webhooks/post-event.ts";
import { ownDeps } from "./own-deps.ts";
import { tablePart } from "./parts/table-part.ts";
import { vaultPart } from "./parts/vault-part.ts";
import { wakeupsPart } from "./parts/wakeups-part.ts";

/** What the worker of endpoint lanes works with. */
export type EndpointDeps = DeliveryDeps;

/** What it may use. */
export const endpointParts = [tablePart, vaultPart, wakeupsPart];

const own = ownDeps(endpointParts);

/** Built once per call of a cold function; the parts keep the clients. */
export function endpointDeps(): EndpointDeps {
  const { env, ...rest } = own();
  const post = createPost({ allowPrivate: env.ALLOW_PRIVATE_WEBHOOKS === "1", log: rest.log });
  return { ...rest, post, docsUrl: env.DOCS_URL };
}
