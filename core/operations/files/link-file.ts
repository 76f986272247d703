import { SERVED_FROM } from "../../contracts/files.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { cleanFileName } from "../../domain/files/file-name.ts";
import { trimEnd } from "../../domain/trim-end.ts";
import type { Clock, FileAbout } from "../../ports.ts";
import type { FileSecret } from "../../records/accounts/file-secret.ts";

/** How long a link is valid by default. Spec: Limits, received media link. */
const LINK_SEC = 24 * 3_600;

/** The number of HMAC bytes in a link; enough to make guessing infeasible. */
const TAG_BYTES = 16;

/** The dependencies for creating and opening links. */
export interface LinkDeps {
  secret: FileSecret;
  clock: Clock;
}

/**
 * Creates a public address on the gateway from which the file can be fetched for 24 hours, without a key. An address
 * signed for S3 would expire together with the credentials of the process that signed it, so the gateway signs a new S3
 * address for each request. Nothing is stored. Spec: Message, `media.url`.
 * @param baseUrl the address where customers reach the API.
 */
export async function fileLink(
  deps: LinkDeps,
  baseUrl: string,
  key: string,
  { mimetype, filename, for_sec = LINK_SEC }: FileAbout,
): Promise<string> {
  const until = Math.ceil(deps.clock.now().getTime() / 1000) + for_sec;
  // Values from the sender must not make the URL too long for a request. An overlong media type is dropped, and the
  // file is then served as plain bytes.
  const type = mimetype.length > LIMITS.mimetypeMaxChars ? "" : mimetype;
  const content = JSON.stringify([key, type, cleanFileName(filename), until]);
  const tag = await tagOf(deps.secret, content);
  const token = `${Buffer.from(content).toString("base64url")}.${tag.toString("base64url")}`;
  return `${trimEnd(baseUrl, "/")}${SERVED_FROM}${token}`;
}

/** Returns the HMAC that proves that the gateway created a link with this content. */
export const tagOf = async (secret: FileSecret, content: string) => (await secret.hmac(content)).subarray(0, TAG_BYTES);
