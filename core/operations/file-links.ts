import { timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { SERVED_FROM } from "../contracts/files.ts";
import type { Clock, FileAbout } from "../ports.ts";
import type { Pepper } from "./pepper.ts";

/** How long a link works. Spec: Limits, received media link. */
const LINK_SEC = 24 * 3_600;

/** Bytes of the HMAC that a link carries. */
const TAG_BYTES = 16;

/** Storage key, media type, file name, end in epoch seconds: short, because it stands in an address. */
const Content = z.tuple([z.string(), z.string(), z.string().nullable(), z.number().int()]);

/** A file that a link stands for. */
export interface LinkedFile {
  key: string;
  about: FileAbout;
}

/**
 * An address of this gateway at which anybody who has it can fetch the file for 24 hours. It does not end with the
 * credentials of the process that made it, as an address signed for S3 does: the gateway signs that one when it is
 * asked. Spec: Message, `media.url`.
 */
export async function fileLink(
  deps: { pepper: Pepper; clock: Clock },
  baseUrl: string,
  { key, about }: LinkedFile,
): Promise<string> {
  const until = Math.floor(deps.clock.now().getTime() / 1000) + LINK_SEC;
  const content = JSON.stringify([key, about.mimetype, about.filename, until]);
  const tag = (await deps.pepper.hmac("file", content)).subarray(0, TAG_BYTES);
  return `${baseUrl}${SERVED_FROM}${Buffer.from(content).toString("base64url")}.${tag.toString("base64url")}`;
}

/** @returns null for a token this gateway never made, and for one whose 24 hours are over. */
export async function readFileToken(deps: { pepper: Pepper; clock: Clock }, token: string): Promise<LinkedFile | null> {
  const parts = /^([\w-]{1,4000})\.([\w-]{22})$/.exec(token);
  if (!parts?.[1] || !parts[2]) return null;
  const content = Buffer.from(parts[1], "base64url").toString();
  const expected = (await deps.pepper.hmac("file", content)).subarray(0, TAG_BYTES);
  const tag = Buffer.from(parts[2], "base64url");
  if (tag.length !== expected.length || !timingSafeEqual(tag, expected)) return null;
  const [key, mimetype, filename, until] = Content.parse(JSON.parse(content)); // ours: the tag says so
  if (deps.clock.now().getTime() >= until * 1000) return null;
  return { key, about: { mimetype, filename } };
}
