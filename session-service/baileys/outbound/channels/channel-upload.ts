import { createReadStream } from "node:fs";
import { stat, unlink } from "node:fs/promises";
import type { WASocket } from "@whiskeysockets/baileys";
import { request } from "undici";
import type { MediaHosts } from "../../fixes/ask-for-media-hosts.ts";

/** The network's folders for channel files, by the library's name for the kind of file. */
const FOLDERS: Readonly<Record<string, string>> = {
  image: "newsletter-image",
  sticker: "newsletter-image",
  video: "newsletter-video",
  gif: "newsletter-video",
  audio: "newsletter-audio",
  ptt: "newsletter-audio",
  document: "newsletter-document",
};
const HOST = /^[\w.-]{1,200}(:\d{1,5})?$/;
const LONGEST_ANSWER_BYTES = 64 * 1024;

type Hosts = Pick<MediaHosts, "refreshMediaConn" | "uploads">;

/**
 * Uploads a post's file in the library's place, because the library would discard the handle (the network's name for
 * the file).
 */
export interface ChannelUpload {
  upload: WASocket["waUploadToServer"];
  /** Returns the network's name for the uploaded file, or null if no file was uploaded. */
  handle(): string | null;
}

/** Uploads the file of a channel post. The bytes aren't encrypted, because anyone may see them. */
export function channelUpload(hosts: Hosts): ChannelUpload {
  let handle: string | null = null;
  return {
    handle: () => handle,
    async upload(path, { mediaType, fileEncSha256B64, timeoutMs }) {
      try {
        const folder = FOLDERS[mediaType];
        if (folder === undefined) throw new Error("Channels do not support this kind of file.");
        const answer = await uploadTo(hosts, folder, String(path), fileEncSha256B64, timeoutMs);
        handle = answer.handle;
        return { mediaUrl: answer.url, directPath: answer.direct_path };
      } catch (error) {
        await unlink(String(path)).catch(() => {}); // the library removes it after a successful upload
        throw error;
      }
    },
  };
}

/** @param hash SHA-256 of the bytes, base64. */
async function uploadTo(
  { refreshMediaConn, uploads }: Hosts,
  folder: string,
  path: string,
  hash: string,
  idleMs: number | undefined,
): Promise<Uploaded> {
  const token = Buffer.from(hash, "base64").toString("base64url");
  const { size } = await stat(path);
  let last: unknown = new Error("The network returned no host for files.");
  for (const isAnew of [false, true]) {
    const { auth, hosts } = await refreshMediaConn(isAnew);
    for (const { hostname } of hosts) {
      if (!HOST.test(hostname)) continue;
      const query = new URLSearchParams({ auth, token });
      try {
        return await post(uploads, `https://${hostname}/newsletter/${folder}/${token}?${query}`, path, size, idleMs);
      } catch (error) {
        last = error;
      }
    }
  }
  throw last;
}

interface Uploaded {
  url: string;
  direct_path: string;
  handle: string;
}

async function post(
  uploads: Hosts["uploads"],
  url: string,
  path: string,
  size: number,
  idleMs = 60_000,
): Promise<Uploaded> {
  const { statusCode, body } = await request(url, {
    method: "POST",
    dispatcher: uploads,
    headers: {
      "content-type": "application/octet-stream",
      "content-length": String(size),
      origin: "https://web.whatsapp.com",
    },
    bodyTimeout: idleMs,
    headersTimeout: idleMs,
    body: createReadStream(path),
  });
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > LONGEST_ANSWER_BYTES) throw new Error("The network's response to an upload is too long.");
    chunks.push(chunk);
  }
  if (statusCode !== 200) throw new Error(`The network refused a channel's file (${statusCode}).`);
  const answer: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  const [link, direct_path, handle] = ["url", "direct_path", "handle"].map((field) => textIn(answer, field));
  if (!link || !direct_path || !handle)
    throw new Error("The network accepted a channel's file but returned no address for it.");
  return { url: link, direct_path, handle };
}

function textIn(answer: unknown, field: string): string | null {
  const value: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, field) : null;
  return typeof value === "string" && value.length > 0 && value.length <= 2_048 ? value : null;
}
