import { createReadStream } from "node:fs";
import type { MediaContent } from "../../../core/domain/messages/message-content.ts";
import { CannotPrepare } from "../../media/cannot-prepare.ts";
import type { FetchedFile } from "../../media/fetch-file.ts";
import { FfmpegMissing } from "../../media/ffmpeg.ts";
import { makeVoiceNote, type PreparedSound, playableType, readRecording } from "../../media/recording.ts";
import { generate } from "./generate.ts";
import type { Encoder, Outbound } from "./outbound.ts";

/** Encodes audio: a voice note, or an audio file. */
export const encodeAudio: Encoder<MediaContent> = async (out, { file: source, voice }, chat) => {
  await using file = await out.fetch(source, "audio");
  const recording = await listen(out, file, voice);
  await using converted = recording.file;
  return generate(out, chat, {
    audio: { stream: createReadStream(converted?.path ?? file.path) },
    mimetype: recording.mimetype,
    ptt: voice,
    // The length is always set, because the library would otherwise read the whole file to determine it.
    seconds: recording.durationSec === null ? 0 : Math.max(1, Math.round(recording.durationSec)),
    ...(recording.waveform && { waveform: recording.waveform }),
  });
};

/**
 * Determines how to send a recording. Without ffmpeg, only files that phones can play without conversion can be sent,
 * and never as a voice note.
 */
async function listen(out: Outbound, file: FetchedFile, voice: boolean): Promise<PreparedSound> {
  const { folder } = out;
  try {
    return await (voice ? makeVoiceNote : readRecording)(folder, file.path, file.type);
  } catch (error) {
    if (!(error instanceof FfmpegMissing)) throw error;
    const mimetype = voice ? null : playableType(file.type);
    const fields = { instance_id: out.instance_id, error: error.message };
    if (mimetype === null) {
      out.log.error(fields, "audio can't be converted without ffmpeg; its message fails");
      throw new CannotPrepare("media_type_refused", error.message);
    }
    out.log.warn(fields, "audio is sent without its duration");
    return { file: null, mimetype, durationSec: null, waveform: null };
  }
}
