import { LIMITS } from "../../contracts/limits.ts";
import { fileKind } from "../../contracts/media/file-kind.ts";
import type { SendMessageBody } from "../../contracts/send-message.ts";
import { checkBase64 } from "../files/base64.ts";
import { cleanFileName } from "../files/file-name.ts";
import type { FileSource } from "../files/file-source.ts";
import { stickerType } from "../files/picture-type.ts";
import { sentFileUrl } from "../files/sent-file-url.ts";
import { coordinate } from "./coordinate.ts";
import { mentionedPerson } from "./mentioned-person.ts";
import type { MediaContent, MessageContent, StoredFile } from "./message-content.ts";
import { phoneProblem } from "./phone-problem.ts";

/** Error sentences by field. */
export type FieldErrors = Record<string, string[]>;

/** A file uploaded with the request, to be stored in the media store. */
export interface FileToStore {
  base64: string;
  size_bytes: number;
  mimetype: string;
  filename: string | null;
  voice: boolean;
}

/**
 * A message's content, once it has been checked. `upload` is its file, which must be stored under the key in `content`.
 */
export type CheckedContent = { content: MessageContent; upload: FileToStore | null } | { errors: FieldErrors };

/** Settings for checking a file. */
export interface FileRules {
  /** Whether files on private addresses may be fetched, as on a single machine. */
  allowPrivate: boolean;
  /** The key for storing an uploaded file. */
  fileKey: string;
  /** The file at `media.url`, if it is already in our store. */
  uploaded?: Omit<StoredFile, "filename" | "voice"> | null;
}

const KINDS = ["media", "location", "contact", "sticker", "poll"] as const;
const KIND_NAMES = "text, media, location, contact, sticker and poll";

/**
 * Checks that a message has exactly one kind of content and that this content follows its rules. Spec: POST
 * /v1/messages; Media object.
 */
export function checkContent(body: SendMessageBody, rules: FileRules): CheckedContent {
  const given = KINDS.filter((kind) => body[kind] !== null && body[kind] !== undefined);
  const hasText = body.text !== null && body.text !== undefined;
  const [kind] = given;
  if (kind === undefined) {
    if (hasText) return whole(textContent(body));
    return refuse(
      "text",
      `Send a text of 1 to 4,096 characters, or media, a location, a contact, a sticker or a poll.`,
    );
  }
  if (given.length > 1) return refuseEach(given, `Send only one of ${KIND_NAMES}.`);
  if (hasText && kind !== "media") {
    return refuseEach(["text", kind], `A text can be sent alone or with media. Send it separately from the ${kind}.`);
  }
  if (kind === "media") return mediaContent(body, rules);
  if (kind === "sticker") return stickerContent(body, rules);
  return plainContent(body);
}

const refuse = (field: string, sentence: string): { errors: FieldErrors } => ({ errors: { [field]: [sentence] } });
const refuseEach = (fields: string[], sentence: string): { errors: FieldErrors } => ({
  errors: Object.fromEntries(fields.map((field) => [field, [sentence]])),
});
const whole = (content: MessageContent): CheckedContent => ({ content, upload: null });

const textContent = (body: SendMessageBody): MessageContent => ({
  kind: "text",
  text: body.text ?? "",
  link_preview: body.link_preview ?? false,
  mentions: mentionsOf(body),
});

/** Returns the mentioned people in normalized form. `checkSend` has already rejected everything else. */
const mentionsOf = ({ mentions }: SendMessageBody): string[] =>
  (mentions ?? []).flatMap((given) => mentionedPerson(given) ?? []);

function plainContent({ location, contact, poll }: SendMessageBody): CheckedContent {
  if (location) {
    const { title = null, address = null } = location;
    const latitude = coordinate(location.latitude, 90);
    const longitude = coordinate(location.longitude, 180);
    return whole({ kind: "location", latitude, longitude, title, address });
  }
  if (contact) {
    const { name, phone, organization = null } = contact;
    const problem = phoneProblem(phone);
    if (problem !== null) return refuse("contact.phone", problem);
    return whole({ kind: "contact", name, phone, organization });
  }
  const { name = "", options = [], multiple_answers } = poll ?? {};
  return whole({ kind: "poll", name, options, multiple_answers: multiple_answers ?? false });
}

function mediaContent(body: SendMessageBody, rules: FileRules): CheckedContent {
  const { media, text } = body;
  if (!media) return refuse("media", "Add a file.");
  const { uploaded } = rules;
  const source = uploaded ? { file: { key: uploaded.key }, data: null } : fileSource("media", media, rules);
  if ("errors" in source) return source;
  if (uploaded && media.mimetype.toLowerCase() !== uploaded.mimetype)
    return refuse("media.mimetype", "The file was uploaded with a different media type. Use that media type.");
  if ([...(text ?? "")].length > LIMITS.captionMaxChars) {
    return refuse("text", "A caption can have at most 1,024 characters. Shorten it, or send it as a separate message.");
  }
  const kind = fileKind(media.mimetype);
  // The network doesn't support captions for audio, and leaving out the text would silently lose the customer's words.
  if (kind === "audio" && text)
    return refuse("text", "Audio can't have a caption. Send the text as a separate message.");
  const voice = media.voice ?? false;
  if (voice && kind !== "audio") return refuse("media.voice", "Only audio can be sent as a voice note.");
  const mimetype = media.mimetype.toLowerCase();
  const filename = cleanFileName(media.filename);
  const content: MediaContent = {
    kind,
    file: source.file,
    mimetype,
    filename,
    caption: text ?? null,
    voice,
    mentions: mentionsOf(body),
  };
  return { content, upload: source.data && { ...source.data, mimetype, filename, voice } };
}

function stickerContent({ sticker }: SendMessageBody, rules: FileRules): CheckedContent {
  if (!sticker) return refuse("sticker", "Add a picture.");
  const source = fileSource("sticker", sticker, rules);
  if ("errors" in source) return source;
  const content: MessageContent = { kind: "sticker", file: source.file };
  if (!source.data) return whole(content);
  if (source.data.size_bytes > LIMITS.sentFileMaxBytes.sticker)
    return refuse("sticker.data", "A sticker can be at most 1 MB.");
  const mimetype = stickerType(source.data.base64);
  if (mimetype === null) return refuse("sticker.data", "Use a WebP, PNG, JPEG or GIF picture.");
  return { content, upload: { ...source.data, mimetype, filename: null, voice: false } };
}

interface Source {
  file: FileSource;
  data: { base64: string; size_bytes: number } | null;
}

/** Checks that exactly one of `url` and `data` is present and that its value is valid. */
function fileSource(
  field: string,
  { url, data }: { url?: string | null | undefined; data?: string | null | undefined },
  { allowPrivate, fileKey }: FileRules,
): Source | { errors: FieldErrors } {
  const hasUrl = url !== null && url !== undefined;
  const hasData = data !== null && data !== undefined;
  if (hasUrl && hasData) return refuse(`${field}.url`, "Use either url or data, not both.");
  if (hasData) {
    const verdict = checkBase64(data, LIMITS.fileDataMaxBytes);
    if ("error" in verdict) return refuse(`${field}.data`, verdict.error);
    return { file: { key: fileKey }, data: { base64: data, size_bytes: verdict.size_bytes } };
  }
  if (!hasUrl) return refuse(`${field}.url`, "Set the file with url or data.");
  const verdict = sentFileUrl(url, allowPrivate);
  if ("error" in verdict) return refuse(`${field}.url`, verdict.error);
  return { file: { url }, data: null };
}
