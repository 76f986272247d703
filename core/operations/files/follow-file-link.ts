import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { ApiError } from "../../errors.ts";
import type { FileAbout, StoredFiles } from "../../ports.ts";
import { type LinkDeps, tagOf } from "./link-file.ts";

/**
 * A link's content, as `fileLink` writes it: storage key, media type, file name, and expiry time in epoch seconds.
 */
const Content = z.tuple([z.string(), z.string(), z.string().nullable(), z.number().int()]);

/** The file that a link leads to. */
export interface LinkedFile {
  key: string;
  about: FileAbout;
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
