import type { proto } from "@whiskeysockets/baileys";
import type { MessageDetails } from "../../../../core/contracts/content/details.ts";
import type { Message } from "../../../../core/contracts/message.ts";
import type { Foreign } from "../bounds/foreign.ts";
import type { NamedFile } from "./file-fields.ts";

/** Received content in the gateway's terms. Missing parts are absent. */
export interface ContentReading {
  type: Message["type"];
  body: string | null;
  location?: Message["location"];
  contact?: Message["contact"];
  poll?: Message["poll"];
  /** For forwarded poll results, how many people chose each option. */
  tally?: number[];
  order?: Message["order"];
  product?: Message["product"];
  file?: NamedFile;
  details?: MessageDetails;
  /** The message that the content refers to, if stated in the content itself. */
  about?: Foreign<proto.IMessageKey>;
}

/** Reads one kind of content. Returns null if there is nothing to show. */
export type ContentReader<K extends keyof proto.IMessage> = (
  part: Foreign<NonNullable<proto.IMessage[K]>>,
) => ContentReading | null;
