import { createHash } from "node:crypto";
import type { Json } from "../service/service.ts";

/** A stored message. Times are in epoch milliseconds by the gateway's clock. */
export interface SqsMessage {
  id: string;
  queue: string;
  body: string;
  /** The message attributes in wire form, or null if there are none. */
  attributes: Json | null;
  group: string | null;
  sentAt: number;
  /** When the message becomes available to be received again. */
  visibleAt: number;
  /** Increases with every message and determines the order of messages with the same `visibleAt`. */
  order: number;
  receives: number;
  firstReceivedAt: number | null;
  /** For a dead letter, the queue it was moved from. */
  deadLetterSource: string | null;
}

/** A message with its receipt handle, which is held only in this process. */
export interface HeldMessage extends SqsMessage {
  /** The handle of the latest receive, for as long as a consumer may be processing the message. */
  receipt: string | null;
}

/** Returns the hex MD5 that SQS includes in responses for verification. */
export function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
