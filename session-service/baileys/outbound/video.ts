import { createReadStream } from "node:fs";
import { LIMITS } from "../../../core/contracts/limits.ts";
import type { MediaContent } from "../../../core/domain/messages/message-content.ts";
import { CannotPrepare } from "../../media/cannot-prepare.ts";
import type { FetchedFile } from "../../media/fetch-file.ts";
import { FfmpegMissing } from "../../media/ffmpeg.ts";
import { type Film, filmType, readFilm } from "../../media/film.ts";
import { generate } from "./generate.ts";
import type { Encoder, Outbound } from "./outbound.ts";

/** Encodes a video, converting it only if phones can't play the original. A GIF is sent as a looping video. */
export const encodeVideo: Encoder<MediaContent> = async (out, { file: source, caption }, chat) => {
  await using file = await out.fetch(source, "video");
  const film = await look(out, file);
  await using converted = film.file;
  const { mimetype, thumbnail, durationSec, width, height, isLoop } = film;
  return generate(out, chat, {
    video: { stream: createReadStream(converted?.path ?? file.path) },
    mimetype,
    // Always set the thumbnail, because otherwise the library would create it through a shell.
    jpegThumbnail: thumbnail?.toString("base64") ?? "",
    ...(isLoop && { gifPlayback: true }),
    ...(durationSec !== null && { seconds: Math.max(1, Math.round(durationSec)) }),
    ...(width !== null && height !== null && { width, height }),
    ...(caption !== null && { caption }),
  });
};

/**
 * Determines how to send a video. Without ffmpeg, a video can be sent only if phones can play its container format, and
 * it is sent unconverted and without a preview image.
 */
async function look(out: Outbound, { path, type }: FetchedFile): Promise<Film> {
  try {
    return await readFilm(out.folder, path, { sniffed: type, maxBytes: LIMITS.sentFileMaxBytes.video });
  } catch (error) {
    if (!(error instanceof FfmpegMissing)) throw error;
    const fields = { instance_id: out.instance_id, error: error.message };
    const mimetype = filmType(type);
    if (mimetype === null) {
      out.log.error(fields, "a video can't be converted without ffmpeg; its message fails");
      throw new CannotPrepare("media_type_refused", error.message);
    }
    out.log.warn(fields, "a video is sent without a preview picture");
    return { file: null, mimetype, isLoop: false, thumbnail: null, durationSec: null, width: null, height: null };
  }
}
