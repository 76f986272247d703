import { LIMITS } from "../../contracts/limits.ts";
import type { FileSource } from "../../domain/files/file-source.ts";
import type { PictureUpload } from "../../domain/files/profile-picture.ts";
import type { MediaStore } from "../../ports.ts";

/** A picture from a request, checked as far as possible without fetching it. */
export interface GivenPicture {
  source: FileSource;
  upload: PictureUpload | null;
}

/**
 * Stores an uploaded picture where the session can fetch it. @returns the picture's source, or null if there is no
 * picture.
 */
export async function storeGivenPicture(
  { media }: { media: Pick<MediaStore, "put"> },
  picture: GivenPicture | null,
): Promise<FileSource | null> {
  if (!picture) return null;
  const { source, upload } = picture;
  if (upload && "key" in source) {
    const about = { mimetype: upload.mimetype, filename: null, maxBytes: LIMITS.fileDataMaxBytes };
    await media.put(source.key, Buffer.from(upload.base64, "base64"), about);
  }
  return source;
}
