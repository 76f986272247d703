import { sha256 } from "./media-cipher.ts";
import type { MediaHandler } from "./media-handler.ts";

/** Matches /mms/<type>/<SHA-256 of the encrypted file, base64url> */
const UPLOAD_PATH = /^(?:\/[\w-]+)*\/mms\/[\w-]+\/([\w-]+)$/;

/** Matches /newsletter/newsletter-<type>/<SHA-256 of the file, base64url> */
const CHANNEL_PATH = /^(?:\/[\w-]+)*\/newsletter\/newsletter-([\w-]{1,30})\/([\w-]+)$/;

/**
 * Handles a client's file upload: an encrypted file, or an unencrypted file for a channel. The name must be the file's
 * hash. Only a channel upload returns a handle, which makes the channel post visible.
 */
export const upload: MediaHandler = async ({ store, faults }, url, request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const answer = (status: number, body: Record<string, unknown>) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const [, channelKind, channelFile] = url.pathname.match(CHANNEL_PATH) ?? [];
  const name = channelFile ?? url.pathname.match(UPLOAD_PATH)?.[1];
  if (!name) return void answer(404, { error: { code: 404, message: "no such path" } });
  if (faults.isOn("refuse_uploads")) return void answer(507, { error: { code: 507, message: "storage full" } });
  if (url.searchParams.get("auth") !== store.auth) return void answer(401, { error: { code: 401, message: "auth" } });
  const bytes = Buffer.concat(chunks);
  if (sha256(bytes).toString("base64url") !== name) {
    return void answer(400, { error: { code: 400, message: "hash mismatch" } });
  }
  if (channelKind !== undefined) {
    const { directPath, ...open } = store.storeOpen(channelKind, bytes);
    return void answer(200, { ...open, direct_path: directPath });
  }
  const { url: at, directPath } = store.store(bytes);
  answer(200, { url: at, direct_path: directPath });
};
