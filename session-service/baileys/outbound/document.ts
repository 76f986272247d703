import { createReadStream } from "node:fs";
import type { MediaContent } from "../../../core/domain/messages/message-content.ts";
import { CannotPrepare } from "../../media/cannot-prepare.ts";
import { documentName } from "../../media/document-name.ts";
import { documentType } from "../../media/sniff-file.ts";
import { generate } from "./generate.ts";
import type { Encoder } from "./outbound.ts";

/**
 * Encodes a file of any type without changing it. The document's type is determined from its bytes, and its name gets
 * an extension that lets the recipient open it.
 */
export const encodeDocument: Encoder<MediaContent> = async (out, content, chat) => {
  await using file = await out.fetch(content.file, "document");
  const mimetype = documentType(file.type, content.mimetype);
  if (mimetype === null) throw new CannotPrepare("media_type_refused", "a web page was returned instead of the file");
  return generate(out, chat, {
    document: { stream: createReadStream(file.path) },
    mimetype,
    fileName: documentName(content.filename ?? file.name, mimetype),
    ...(content.caption !== null && { caption: content.caption }),
  });
};
