import { generateWAMessageContent, proto } from "@whiskeysockets/baileys";
import type { LibraryLog } from "../library-log.ts";

/**
 * The bytes of a text message. No link preview: left out, the library itself would fetch any address in the text.
 */
export async function encodeText(text: string, chat: string, logger: LibraryLog): Promise<Uint8Array> {
  const content = await generateWAMessageContent(
    { text, linkPreview: null },
    { logger, jid: chat, upload: () => Promise.reject(new Error("A text has no file to upload.")) },
  );
  return proto.Message.encode(content).finish();
}

/** The message again, exactly as it was encoded. */
export const decodeMessage = (bytes: Uint8Array): proto.Message => proto.Message.decode(bytes);
