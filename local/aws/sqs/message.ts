import { createHash } from "node:crypto";
import type { Json } from "../service/service.ts";

/** A message as kept. Times are epoch milliseconds of the gateway's clock. */
export interface SqsMessage {
  id: string;
  queue: string;
  body: string;
  /** In the wire form; null when there are none. */
  attributes: Json | null;
  group: string | null;
  sentAt: number;
  /** The time from which it may be received (again). */
  visibleAt: number;
  /** Grows with every message; the order of messages with the same `visibleAt`. */
  order: number;
  receives: number;
  firstReceivedAt: number | null;
  /** For a dead letter, the queue it was in before. */
  deadLetterSource: string | null;
}

/** A message with the receipt that only this process knows. */
export interface HeldMessage extends SqsMessage {
  /** The handle of its newest receive, while a consumer may hold it. */
  receipt: string | null;
}

/** Hex MD5, as queue answers carry it for checking. */
export function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
