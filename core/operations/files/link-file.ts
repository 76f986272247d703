import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { SERVED_FROM } from "../../contracts/files.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { cleanFileName } from "../../domain/files/file-name.ts";
import { trimEnd } from "../../domain/trim-end.ts";
import { ApiError } from "../../errors.ts";
import type { Clock, FileAbout, StoredFiles } from "../../ports.ts";
import type { FileSecret } from "../../records/accounts/file-secret.ts";

/** How long a link is valid by default. Spec: Limits, received media link. */
const LINK_SEC = 24 * 3_600;

/** The number of HMAC bytes in a link; enough to make guessing infeasible. */
const TAG_BYTES = 16;

/**
 * A link's content: storage key, media type, file name, and expiry time in epoch seconds. A compact tuple, because it
 * becomes part of a URL.
 */
const Content = z.tuple([z.string(), z.string(), z.string().nullable(), z.number().int()]);

/** The dependencies for creating and opening links. */
interface LinkDeps {
  secret: FileSecret;
  clock: Clock;
}

/** The file that a link leads to. */
export interface LinkedFile {
  key: string;
  about: FileAbout;
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

/** Parses a link's token. @returns null if the gateway did not create the token, or if its 24 hours have passed. */
export async function readFileToken(deps: LinkDeps, token: string): Promise<LinkedFile | null> {
  const parts = /^([\w-]{1,4000})\.([\w-]{22})$/.exec(token);
  if (!parts?.[1] || !parts[2]) return null;
  const content = Buffer.from(parts[1], "base64url").toString();
  const tag = Buffer.from(parts[2], "base64url");
  if (!timingSafeEqual(tag, await tagOf(deps.secret, content))) return null;
  const [key, mimetype, filename, until] = Content.parse(JSON.parse(content)); // created by us, as the tag proves
  if (deps.clock.now().getTime() >= until * 1000) return null;
  return { key, about: { mimetype, filename } };
}

/** Every invalid token gets the same message, so guessing reveals nothing. */
const NO_FILE =
  "There is no file at this link. A link works for at most 24 hours. Fetch the message again for a new link. Files are stored for 30 days, or less if the account's retention period is shorter.";

/**
 * Returns an address in the file store from which a link's file can be fetched for the next few minutes.
 * @throws ApiError `not_found` if the gateway did not create the link, if the link has expired, or if its file was
 * deleted.
 */
export async function followFileLink(deps: LinkDeps & { files: StoredFiles }, token: string): Promise<string> {
  const file = await readFileToken(deps, token);
  // S3 responds with XML if a file is missing, so check that it exists first.
  if (!file || !(await deps.files.has(file.key))) throw new ApiError("not_found", { message: NO_FILE });
  return deps.files.sign(file.key, file.about);
}

const tagOf = async (secret: FileSecret, content: string) => (await secret.hmac(content)).subarray(0, TAG_BYTES);
