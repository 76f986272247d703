import { createHash } from "node:crypto";
import type { Json } from "../service/service.ts";

/** A stored message. Times are epoch milliseconds on the gateway's clock. */
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
  /** A number that increases with every message. It determines the order of messages with the same `visibleAt`. */
  order: number;
  receives: number;
  firstReceivedAt: number | null;
  /** The queue that a dead letter was moved from. */
  deadLetterSource: string | null;
}

/** A message with its receipt handle, which is held only in this process. */
export interface HeldMessage extends SqsMessage {
  /** The handle of the latest receive, as long as a consumer may be processing the message. */
  receipt: string | null;
}

/** Returns the MD5 in hex that SQS responses contain for verification. */
export function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
