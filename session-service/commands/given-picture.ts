import { LIMITS } from "../../core/contracts/limits.ts";
import type { FileSource } from "../../core/domain/files/file-source.ts";
import { CannotPrepare } from "../media/cannot-prepare.ts";
import { fetchFile } from "../media/fetch-file.ts";
import { groupJpeg } from "../media/group-jpeg.ts";
import type { SessionDeps } from "../session-deps.ts";

/** Thrown if a file can't be used as the picture of a number or group. The message is meant for the customer. */
export class PictureRefused extends Error {}

/** How to make one kind of picture. */
export interface PictureMaking {
  maxBytes: number;
  /** Converts the file to JPEG. @param type the media type detected from the file's bytes. @throws CannotPrepare */
  make(path: string, type: string | null): Promise<Buffer>;
}

/** How to make a group's picture. Spec: contract, groups. */
export const GROUP_PICTURE: PictureMaking = { maxBytes: LIMITS.groupPictureMaxBytes, make: groupJpeg };

/**
 * Converts a customer's picture to JPEG and removes the uploaded file.
 * @throws PictureRefused if the file can't be fetched or isn't an image.
 */
export async function givenPicture(
  deps: SessionDeps,
  source: FileSource,
  { maxBytes, make }: PictureMaking,
): Promise<Buffer> {
  try {
    await using file = await fetchFile(deps, source, maxBytes);
    return await make(file.path, file.type);
  } catch (error) {
    if (!(error instanceof CannotPrepare)) throw error;
    throw new PictureRefused(error.told ?? sentenceOf(error.code, maxBytes));
  } finally {
    if ("key" in source) await deps.media.remove(source.key);
  }
}

function sentenceOf(code: CannotPrepare["code"], maxBytes: number): string {
  if (code === "media_unreachable") return "The picture could not be fetched. Check its url, or send it as data.";
  if (code !== "file_too_large") return "Use a JPEG or PNG picture.";
  return `The picture is too large. Use a picture of at most ${maxBytes / MIB} MB and 50 million pixels.`;
}

const MIB = 1024 * 1024;
