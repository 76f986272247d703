import { createHash } from "node:crypto";
import type { Json } from "../service/service.ts";

/** A message as stored. Times are epoch milliseconds on the gateway's clock. */
export interface SqsMessage {
  id: string;
  queue: string;
  body: string;
  /** In wire form; null if there are none. */
  attributes: Json | null;
  group: string | null;
  sentAt: number;
  /** When it can next be received. */
  visibleAt: number;
  /** Grows with every message; orders messages with the same `visibleAt`. */
  order: number;
  receives: number;
  firstReceivedAt: number | null;
  /** For a dead letter, its previous queue. */
  deadLetterSource: string | null;
}

/** A message with the receipt that only this process knows. */
export interface HeldMessage extends SqsMessage {
  /** The handle of its latest receive, while a consumer may hold it. */
  receipt: string | null;
}

/** Returns the hex MD5 that queue answers carry for checking. */
export function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
