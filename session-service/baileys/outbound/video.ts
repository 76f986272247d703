import { createReadStream } from "node:fs";
import type { MediaContent } from "../../../core/domain/messages/message-content.ts";
import { FfmpegMissing } from "../../media/ffmpeg.ts";
import { type Film, filmType, readFilm } from "../../media/film.ts";
import { generate } from "./generate.ts";
import type { Encoder, Outbound } from "./outbound.ts";

/** A film, unchanged. */
export const encodeVideo: Encoder<MediaContent> = async (out, { file: source, caption }, chat) => {
  await using file = await out.fetch(source, "video");
  const { mimetype, thumbnail, durationSec, width, height } = await look(out, file.path, filmType(file.type));
  return generate(out, chat, {
    video: { stream: createReadStream(file.path) },
    mimetype,
    // Always given: without it the library would make one through a shell.
    jpegThumbnail: thumbnail?.toString("base64") ?? "",
    ...(durationSec !== null && { seconds: Math.max(1, Math.round(durationSec)) }),
    ...(width !== null && height !== null && { width, height }),
    ...(caption !== null && { caption }),
  });
};

/** Without ffmpeg a film is sent without its first picture: phones play it all the same. */
async function look(out: Outbound, path: string, mimetype: string): Promise<Film> {
  try {
    return await readFilm(path, mimetype);
  } catch (error) {
    if (!(error instanceof FfmpegMissing)) throw error;
    out.log.warn({ instance_id: out.instance_id, error: error.message }, "a film is sent without its first picture");
    return { mimetype, thumbnail: null, durationSec: null, width: null, height: null };
  }
}
