import { LIMITS } from "../../contracts/limits.ts";
import { checkBase64 } from "./base64.ts";
import type { FileSource } from "./file-source.ts";
import { pictureType } from "./picture-type.ts";
import { sentFileUrl } from "./sent-file-url.ts";

/** A picture uploaded with a request, to be stored in the media store. */
export interface PictureUpload {
  base64: string;
  mimetype: "image/jpeg" | "image/png";
}

/** A valid picture, or error sentences by field. */
export type CheckedPicture =
  | { source: FileSource; upload: PictureUpload | null }
  | { errors: Record<string, string[]> };

/**
 * Checks a profile picture. Exactly one of `url` and `data` is required, and `data` must be a base64 JPEG or PNG. The
 * file behind a `url` is checked when it is fetched. Spec: Instance profile, `picture`.
 * @param fileKey the key for storing an uploaded picture.
 */
export function checkPicture(
  { url, data }: { url?: string | null | undefined; data?: string | null | undefined },
  { allowPrivate, fileKey }: { allowPrivate: boolean; fileKey: string },
): CheckedPicture {
  const hasUrl = url !== null && url !== undefined;
  const hasData = data !== null && data !== undefined;
  if (hasUrl === hasData) return refuse("url", "Set the picture with either url or data.");
  if (hasUrl) {
    const verdict = sentFileUrl(url, allowPrivate);
    return "error" in verdict ? refuse("url", verdict.error) : { source: { url }, upload: null };
  }
  const base64 = data ?? "";
  const verdict = checkBase64(base64, LIMITS.fileDataMaxBytes);
  if ("error" in verdict) return refuse("data", verdict.error);
  const mimetype = pictureType(base64);
  if (mimetype !== "image/jpeg" && mimetype !== "image/png") return refuse("data", "Use a JPEG or PNG picture.");
  return { source: { key: fileKey }, upload: { base64, mimetype } };
}

const refuse = (field: string, sentence: string) => ({ errors: { [`picture.${field}`]: [sentence] } });
