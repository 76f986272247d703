import { createHash } from "node:crypto";
import type { BroadcastSpot, MessageRecord } from "./message.ts";

/**
 * Derives an outgoing message's network id from the message itself. If a second copy of the gateway also sends the
 * message, it uses the same id, so phones show the message only once. A broadcast message is identified by its place in
 * the broadcast, because its own id isn't created until it is started. The text is included so that a changed text is
 * shown.
 */
export const networkIdOf = ({ id, broadcast, body }: Pick<MessageRecord, "id" | "broadcast" | "body">): string =>
  networkIdFrom(JSON.stringify([broadcast === undefined ? id : placeIn(broadcast), body]));

/**
 * Derives an id, in the format used by the network's own clients, from a text that permanently identifies something.
 */
export const networkIdFrom = (name: string): string =>
  `3EB0${createHash("sha256").update(name).digest("hex").slice(0, 18).toUpperCase()}`;

const placeIn = ({ id, gen, page, at }: BroadcastSpot) => [id, gen, page, at];
