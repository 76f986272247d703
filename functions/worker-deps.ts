import { createPost } from "../core/http/guarded-client.ts";
import { createProviderClient } from "../core/http/providers/create-provider-client.ts";
import type { ChatDeps } from "../core/operations/answers/ask-turn.ts";
import type { DeliveryDeps } from "../core/operations/delivering/post-event.ts";
import { ownDeps } from "./own-deps.ts";
import { mediaReadsPart } from "./parts/media-reads-part.ts";
import { tablePart } from "./parts/table-part.ts";
import { vaultPart } from "./parts/vault-part.ts";
import { wakeupsPart } from "./parts/wakeups-part.ts";

/** Dependencies of the endpoint lane worker. */
export type EndpointDeps = DeliveryDeps;

/** The parts that make up the endpoint worker's dependencies. */
export const endpointParts = [tablePart, vaultPart, wakeupsPart];

const own = ownDeps(endpointParts);

/** Dependencies of the chat lane worker. */
export type ChatLaneDeps = ChatDeps;

/** The parts that make up the chat worker's dependencies. */
export const chatParts = [tablePart, vaultPart, wakeupsPart, mediaReadsPart];

const ownOfChats = ownDeps(chatParts);

/** Returns the chat worker's dependencies. As with `endpointDeps`, the object is built on each call. */
export function chatDeps(): ChatLaneDeps {
  const { env, fileReads, ...rest } = ownOfChats();
  const { clock, log } = rest;
  const standIn = env.AI_PROVIDERS_URL === "" ? null : env.AI_PROVIDERS_URL;
  return { ...rest, files: fileReads, providers: createProviderClient({ clock, log, standIn }) };
}

/**
 * Returns the endpoint worker's dependencies. The object is built on each call; its parts, including the clients, are
 * built only once.
 */
export function endpointDeps(): EndpointDeps {
  const { env, ...rest } = own();
  const post = createPost({ allowPrivate: env.ALLOW_PRIVATE_WEBHOOKS === "1", log: rest.log });
  return { ...rest, post, docsUrl: env.DOCS_URL };
}
