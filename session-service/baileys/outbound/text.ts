import type { TextContent } from "../../../core/domain/messages/message-content.ts";
import { generate } from "./generate.ts";
import { linkPreview } from "./link-preview.ts";
import type { Encoder } from "./outbound.ts";

/**
 * A text. The preview field is always given, ours or null: without it the library itself would fetch any address in the
 * text.
 */
export const encodeText: Encoder<TextContent> = async (out, { text, link_preview }, chat) =>
  generate(out, chat, { text, linkPreview: link_preview ? await linkPreview(out.get, text) : null });
