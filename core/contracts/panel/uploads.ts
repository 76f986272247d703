import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { SendMedia } from "../media/send-media.ts";
import { maybeEmpty } from "../text.ts";

const SIZE_RULE = "The file's size must be at least 1 byte.";
const SHA_RULE = "The file's SHA-256 must be 64 hexadecimal digits.";

/** The headers, other than the length, for uploading a file by PUT. They are signed together with the URL. */
export const UPLOAD_HEADERS = ["content-type", "x-amz-checksum-sha256"] as const;

/** An exact description of a file that is too large to be sent in a request. */
export const CreateUploadBody = z.object({
  mimetype: SendMedia.shape.mimetype,
  filename: maybeEmpty("file name", LIMITS.fileNameMaxChars).nullish(),
  size_bytes: z.int(SIZE_RULE).min(1, SIZE_RULE),
  sha256: z.string(SHA_RULE).regex(/^[0-9a-f]{64}$/, SHA_RULE),
});
export type CreateUploadBody = z.infer<typeof CreateUploadBody>;

/** The upload URL (for one PUT with these headers), and the name that messages then use to refer to the file. */
export const Upload = z.object({
  upload_url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** When the URL expires. */
  expires_at: z.string(),
  /** To be used as `media` in POST /v1/messages. */
  media: z.object({ url: z.string(), mimetype: z.string(), filename: z.string().nullable() }),
});
export type Upload = z.infer<typeof Upload>;
