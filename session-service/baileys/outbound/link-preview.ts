import type { WAUrlInfo } from "@whiskeysockets/baileys";
import { trimEnd } from "../../../core/domain/trim-end.ts";
import type { Get } from "../../../core/http/guarded-get.ts";
import { readPage } from "../../media/page-preview.ts";
import { thumbnailOf } from "../../media/picture.ts";

/** All of it: the page and its picture. Spec: Message, `link_preview`. */
const TIME_LIMIT_MS = 3_000;
const MAX_BYTES = 512 * 1024;
/** The first address of a text. */
const LINK = /https?:\/\/[^\s<>"']+/i;

/** The preview of a text's first link; null: there is no link, or nothing could be learnt of it in time. */
export async function linkPreview(get: Get, text: string): Promise<WAUrlInfo | null> {
  const link = trimEnd(LINK.exec(text)?.[0] ?? "", ".,;:!?)]");
  if (!link || !URL.canParse(link)) return null;
  const begun = performance.now();
  const leftMs = () => Math.max(1, TIME_LIMIT_MS - (performance.now() - begun));
  const html = await fetchBytes(get, link, leftMs(), /^text\/html|^application\/xhtml/i);
  const page = html && readPage(html, link);
  if (!page) return null;
  const picture = page.image === null ? null : await fetchBytes(get, page.image, leftMs(), /^image\//i);
  const thumbnail = picture && (await thumbnailOf(picture));
  return {
    "canonical-url": link,
    "matched-text": link,
    title: page.title,
    ...(page.description !== null && { description: page.description }),
    ...(thumbnail && { jpegThumbnail: thumbnail }),
  };
}

/** null: it did not come, or is of another type. */
async function fetchBytes(get: Get, url: string, timeoutMs: number, type: RegExp): Promise<Buffer | null> {
  const answer = await get({ url, maxBytes: MAX_BYTES, timeoutMs });
  if (!answer.ok) return null;
  if (!type.test(answer.contentType ?? "")) {
    answer.stream.destroy();
    return null;
  }
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of answer.stream) chunks.push(chunk);
  } catch {
    return null; // too large, too slow, or broken off: the text is sent without a preview
  }
  return Buffer.concat(chunks);
}
