import { AGENT_LIMITS } from "../../contracts/answers/answer-limits.ts";
import { latelyOf, type PromptMessage } from "../../domain/answers/agent-prompt.ts";
import { pictureType } from "../../domain/files/picture-type.ts";
import type { StoredFile } from "../../domain/messages/message-content.ts";
import type { ProviderClient } from "../../domain/providers/provider-client.ts";
import type { ProviderName } from "../../domain/providers/provider-question.ts";
import type { LaneDeps } from "../../lanes/lane.ts";
import type { MediaStore } from "../../ports.ts";
import type { MessageRecord } from "../../records/message.ts";
import { keys } from "../../store/keys.ts";
import { ConditionFailed } from "../../store/table.ts";
import { promptMessage } from "./read-talk.ts";

/** Dependencies for reading the files in a conversation. */
export type FileDeps = Pick<LaneDeps, "table" | "clock" | "log"> & {
  providers: Pick<ProviderClient, "transcribe">;
  /** The store that holds the messages' files. */
  files: Pick<MediaStore, "get">;
};

/** Options for reading the files in a conversation. */
export interface FileReading {
  key: string;
  provider: ProviderName;
  /** The time of the last hand-over. Earlier messages are left out. */
  since: Date | null;
  /** The time at which the whole call is abandoned. */
  until: Date;
}

/** The media types of recordings that the provider accepts, with their file extensions. */
const RECORDINGS: Readonly<Record<string, string>> = {
  "audio/ogg": "ogg",
  "audio/mp4": "m4a",
  "audio/mpeg": "mp3",
  "audio/webm": "webm",
  "audio/wav": "wav",
};

/**
 * Builds a chat's conversation in prompt form, with its latest images and with transcripts of its voice notes. A file
 * that is deleted, too large, or not an image is only mentioned, so the agent asks the person to write instead.
 * Transcripts are stored with their messages, so each voice note is paid for only once. Spec: AI agent.
 * @param talk oldest first.
 */
export async function readFiles(
  deps: FileDeps,
  talk: readonly MessageRecord[],
  asked: FileReading,
): Promise<PromptMessage[]> {
  const kept = talk.filter(({ deleted_at }) => deleted_at === null);
  const dated = kept.map((message) => ({ message, at: new Date(message.created_at) }));
  const window = latelyOf(dated, asked.since, deps.clock.now()).map(({ message }) => message);
  const theirs = window.filter(({ direction }) => direction === "in");
  const shown = new Set(theirs.filter(mayBeShown).slice(-AGENT_LIMITS.imagesMax));
  const isOpenai = asked.provider === "openai"; // the other provider does not transcribe
  const voices = theirs.filter((message) => isOpenai && mayBeWritten(message));
  const written = new Set(voices.slice(-AGENT_LIMITS.voicesMax));
  return Promise.all(
    window.map(async (message) => {
      const shape = promptMessage(message);
      if (shown.has(message)) return { ...shape, ...(await pictureOf(deps, message)) };
      if (shape.type !== "voice" || message.direction !== "in") return shape;
      const text = written.has(message) ? await writeDown(deps, message, asked) : message.transcript;
      return { ...shape, text: text || shape.text };
    }),
  );
}

const PICTURE = /^image\/(?:jpe?g|png|webp)$/;

const mayBeShown = ({ type, file }: MessageRecord) =>
  type === "image" && file !== null && PICTURE.test(file.mimetype) && file.size_bytes <= AGENT_LIMITS.imageMaxBytes;

const mayBeWritten = ({ type, file, transcript }: MessageRecord) =>
  type === "audio" &&
  file?.voice === true &&
  (transcript ?? null) === null &&
  plainType(file) in RECORDINGS &&
  file.size_bytes <= AGENT_LIMITS.voiceMaxBytes;

/** Returns the media type without its parameters, such as the `codecs` in `audio/ogg; codecs=opus`. */
const plainType = ({ mimetype }: StoredFile) => mimetype.split(";")[0]?.trim() ?? "";

/**
 * Reads an image for the prompt. The type is detected from its bytes: senders may declare a wrong type, and the
 * provider would then reject the whole query.
 */
async function pictureOf(deps: FileDeps, { file, id }: MessageRecord): Promise<Pick<PromptMessage, "image">> {
  const bytes = file && (await readFile(deps, file.key, AGENT_LIMITS.imageMaxBytes, id));
  if (!bytes) return {};
  const base64 = bytes.toString("base64");
  const mimetype = pictureType(base64);
  return mimetype === null ? {} : { image: { mimetype, base64 } };
}

/**
 * Has a voice note transcribed, and stores the transcript unless the message was deleted in the meantime. @returns null
 * if the voice note could not be transcribed.
 */
async function writeDown(deps: FileDeps, message: MessageRecord, asked: FileReading): Promise<string | null> {
  const { file, id } = message;
  const bytes = file && (await readFile(deps, file.key, AGENT_LIMITS.voiceMaxBytes, id));
  if (!file || !bytes) return null;
  const mimetype = plainType(file);
  const recording = { bytes, mimetype, filename: `voice.${RECORDINGS[mimetype]}` };
  const until = new Date(Math.min(deps.clock.now().getTime() + AGENT_LIMITS.voiceMs, asked.until.getTime()));
  const outcome = await deps.providers.transcribe(asked.key, recording, until);
  if (outcome.kind !== "written") return null;
  const transcript = outcome.text.trim().slice(0, AGENT_LIMITS.messageMaxChars).toWellFormed();
  await keep(deps, message, transcript);
  return transcript;
}

/**
 * Stores a transcript. Transcripts are deleted together with their messages, so nothing is stored if the message was
 * deleted during the transcription.
 */
async function keep({ table }: FileDeps, { account_id, id }: MessageRecord, transcript: string): Promise<void> {
  const update = keys.message(account_id, id);
  const isKept = { field: "deleted_at", op: "=", value: null } as const;
  await table
    .write({ update, set: { transcript }, if: [{ item: "exists" }, isKept, { field: "transcript", is: "missing" }] })
    .catch((error) => {
      if (!(error instanceof ConditionFailed)) throw error;
    });
}

/**
 * Reads a file's bytes. Returns null if the file is gone, too large, or unreadable, so a bad file never prevents an
 * answer.
 */
async function readFile({ files, log }: FileDeps, key: string, maxBytes: number, id: string): Promise<Buffer | null> {
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of (await files.get(key)) ?? []) {
      size += chunk.length;
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
    return size === 0 ? null : Buffer.concat(chunks);
  } catch (error) {
    log.warn({ message_id: id, error: String(error) }, "a file was not read for an agent");
    return null;
  }
}
