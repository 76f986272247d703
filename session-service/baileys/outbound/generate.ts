import {
  type AnyMessageContent,
  generateWAMessageContent,
  type MessageContentGenerationOptions,
  type proto,
} from "@whiskeysockets/baileys";
import { MINUTE_MS } from "../../../core/contracts/durations.ts";
import type { Outbound } from "./outbound.ts";

/** An upload without progress is abandoned after this time. */
const UPLOAD_IDLE_MS = MINUTE_MS;

/**
 * Builds the network's message using the library's own rules. Its file (a stream or bytes, never a URL) is encrypted
 * and uploaded. @throws if the upload fails.
 */
export function generate(
  out: Pick<Outbound, "libraryLog" | "upload">,
  chat: string,
  content: AnyMessageContent,
  more: Pick<MessageContentGenerationOptions, "backgroundColor"> = {},
): Promise<proto.IMessage> {
  return generateWAMessageContent(content, {
    logger: out.libraryLog,
    jid: chat,
    upload: out.upload,
    mediaUploadTimeoutMs: UPLOAD_IDLE_MS,
    ...more,
  });
}
