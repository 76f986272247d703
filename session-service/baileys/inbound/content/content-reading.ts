import type { proto } from "@whiskeysockets/baileys";
import type { Message } from "../../../../core/contracts/message.ts";
import type { Foreign } from "../bounds/foreign.ts";
import type { NamedFile } from "./file-fields.ts";

/** A received content in the gateway's terms; it has no parts that are absent. */
export interface ContentReading {
  type: Message["type"];
  body: string | null;
  location?: Message["location"];
  contact?: Message["contact"];
  poll?: Message["poll"];
  order?: Message["order"];
  product?: Message["product"];
  file?: NamedFile;
}

/** Reads one kind of content; null: there is nothing in it to show. */
export type ContentReader<K extends keyof proto.IMessage> = (
  part: Foreign<NonNullable<proto.IMessage[K]>>,
) => ContentReading | null;
