import { createHash } from "node:crypto";
import type { BroadcastSpot, MessageRecord } from "./message.ts";

/**
 * Derives the network's id of an outgoing message from the message itself, so another copy of the gateway that sends
 * it, too, does so under the same id, and phones show it once. A broadcast's message is known by its place there: its
 * own id is made only when it starts. Its text counts, because another text is to be shown.
 */
export const networkIdOf = ({ id, broadcast, body }: Pick<MessageRecord, "id" | "broadcast" | "body">): string =>
  networkIdFrom(JSON.stringify([broadcast === undefined ? id : placeIn(broadcast), body]));

/** Derives an id from a text that names one thing for good, in the form that the network's own clients use. */
export const networkIdFrom = (name: string): string =>
  `3EB0${createHash("sha256").update(name).digest("hex").slice(0, 18).toUpperCase()}`;

const placeIn = ({ id, gen, page, at }: BroadcastSpot) => [id, gen, page, at];
