import type { Get } from "../../core/http/guarded-get.ts";
import { PAGE_MAX_BYTES, type PagePreview, readPage } from "./page-preview.ts";
import { thumbnailOf } from "./picture.ts";

/** A link preview, as sent and as shown to the sender beforehand. */
export interface MadePreview {
  link: string;
  title: string;
  description: string | null;
  /** JPEG. */
  thumbnail: Buffer | null;
}

/** Returns a link's preview, or null if the page provides none or times out. */
export type PreviewOf = (link: string) => Promise<MadePreview | null>;

/** The time limit for a whole preview: the page and its picture. Spec: Message, `link_preview`. */
const TIME_LIMIT_MS = 3_000;
const PICTURE_MAX_BYTES = 512 * 1024;
/**
 * Only the beginning of a page is fetched. If a response announces more bytes than this, it isn't treated as a page.
 */
const WHOLE_PAGE_MAX_BYTES = 50 * 1024 * 1024;

/** Creates a link's preview. Returns null if the page provides none or times out. */
export async function makePreview(get: Get, link: string): Promise<MadePreview | null> {
  const begun = performance.now();
  const leftMs = () => Math.max(1, TIME_LIMIT_MS - (performance.now() - begun));
  const page = await fetchPage(get, link, leftMs());
  if (!page) return null;
  const { title, description, image } = page;
  const picture = image === null ? null : await fetchPicture(get, image, leftMs());
  return { link, title, description, thumbnail: picture && (await thumbnailOf(picture)) };
}

/** Fetches a page. Returns null if there is no page or it has no title. */
async function fetchPage(get: Get, url: string, timeoutMs: number): Promise<PagePreview | null> {
  const html = await fetchStart(
    get,
    { url, timeoutMs, maxBytes: WHOLE_PAGE_MAX_BYTES },
    /^text\/html|^application\/xhtml/i,
  );
  return html && readPage(html.bytes.subarray(0, PAGE_MAX_BYTES), { url, contentType: html.contentType });
}

/** Fetches a picture. Returns null if there is no picture or it is too large. */
async function fetchPicture(get: Get, url: string, timeoutMs: number): Promise<Buffer | null> {
  const picture = await fetchStart(get, { url, timeoutMs, maxBytes: PICTURE_MAX_BYTES }, /^image\//i);
  return picture?.bytes ?? null;
}

/**
 * Fetches the first bytes at a URL, up to `PAGE_MAX_BYTES`. Returns null if the request failed or the response has
 * another type.
 */
async function fetchStart(
  get: Get,
  request: Parameters<Get>[0],
  type: RegExp,
): Promise<{ bytes: Buffer; contentType: string | null } | null> {
  const answer = await get(request);
  if (!answer.ok) return null;
  const { stream, contentType } = answer;
  if (!type.test(contentType ?? "")) {
    stream.destroy();
    return null;
  }
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      read += chunk.length;
      if (read >= PAGE_MAX_BYTES) break; // which ends the stream
    }
  } catch {
    return null; // too large, too slow, or broken off: the text is sent without a preview
  }
  return { bytes: Buffer.concat(chunks), contentType };
}
