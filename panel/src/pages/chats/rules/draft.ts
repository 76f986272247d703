import { firstLink } from "../../../../../core/contracts/first-link.ts";
import { fileKind } from "../../../../../core/contracts/media/file-kind.ts";
import { mediaTypeOf } from "../../../files/file-bytes.ts";
import { type Mention, sentText } from "./mention.ts";

/** A file to send. */
export type DraftFile = {
  /** The Idempotency-Key of the file's message. Unused if the file is part of the draft's first message. */
  id: string;
  /** Whether the file is a voice message, which phones display with a waveform. */
  isVoice?: boolean;
} & (ChosenFile | SavedFile);

/** A file from the user's device. */
interface ChosenFile {
  file: File;
  /**
   * The content as base64, to be sent within the message. Null if the file is too large for that and must be uploaded
   * first.
   */
  base64: string | null;
  saved?: undefined;
}

/** A saved reply's file. The service already stores it and identifies it by URL. */
interface SavedFile {
  /** The file's properties. `size` is 0 if unknown. */
  file: Pick<File, "name" | "type" | "size">;
  base64: null;
  saved: string;
  /** A link that the panel can use to show the file, or null if only the service may access the file. */
  link: string | null;
}

/** A draft with text, files, or both. `messagesOf` splits it into messages. */
export interface Draft {
  /** The Idempotency-Key of the draft's first message, so that retries never send it twice. */
  id: string;
  /** The text as typed, with mentions shown as people's names. */
  text: string;
  mentions: readonly Mention[];
  /** The ID of the message to which the draft replies. */
  replyTo: string | null;
  /** The files, in sending order. */
  files: readonly DraftFile[];
  /** When to send the draft, as an ISO 8601 time with an offset. Null sends it immediately. */
  sendAt: string | null;
  /** The link whose preview the user removed, or null. */
  withoutPreviewOf: string | null;
  /** Whether to send the draft with the link preview that the user was shown. */
  hasPreview: boolean;
  /** Whether sending has been attempted. The attempt may have succeeded even if the response was lost. */
  isTried: boolean;
}

/** Returns an empty draft. @param id an ID that has never been used before. */
export const newDraft = (id: string): Draft => ({
  id,
  text: "",
  mentions: [],
  replyTo: null,
  files: [],
  sendAt: null,
  withoutPreviewOf: null,
  hasPreview: false,
  isTried: false,
});

const isSound = ({ file }: DraftFile): boolean => fileKind(mediaTypeOf(file)) === "audio";

/**
 * Splits a draft into the messages to send. Each has at most one file and its own idempotency key. The text becomes the
 * first file's caption. If that file is audio, which can't have a caption, the text is sent before it as a separate
 * message.
 */
export function messagesOf(draft: Draft): [Draft, ...Draft[]] {
  const [first, ...others] = draft.files;
  const isTextApart = first !== undefined && isSound(first) && draft.text.trim() !== "";
  const rest = isTextApart ? draft.files : others;
  return [
    { ...draft, files: first === undefined || isTextApart ? [] : [first] },
    ...rest.map((file) => ({ ...newDraft(file.id), files: [file], sendAt: draft.sendAt })),
  ];
}

/**
 * Applies a change to a draft. If the first message changes after an attempt to send it, it gets a new ID. Under the
 * old ID, the service would return its response to the earlier attempt and silently lose the change.
 * @param newId an ID that has never been used before.
 */
export function changedDraft(draft: Draft, change: Partial<Omit<Draft, "id" | "isTried">>, newId: string): Draft {
  const changed = { ...draft, ...change };
  const [before] = messagesOf(draft);
  const [now] = messagesOf(changed);
  const isSame =
    now.text === before.text &&
    now.mentions === before.mentions &&
    now.replyTo === before.replyTo &&
    now.files[0] === before.files[0] &&
    now.sendAt === before.sendAt &&
    now.withoutPreviewOf === before.withoutPreviewOf;
  return isSame || !draft.isTried ? changed : { ...changed, id: newId, isTried: false };
}

/**
 * Returns the link whose preview can be sent with a draft's text, or null if there is none. Captions have no preview.
 */
export function linkOf(draft: Draft): string | null {
  const [{ text, mentions, files }] = messagesOf(draft);
  return files.length > 0 ? null : firstLink(sentText(text, mentions).text);
}

/** Whether a draft has nothing to send. */
export const isEmpty = ({ text, files }: Draft): boolean => text.trim() === "" && files.length === 0;

/** Returns how many more characters a draft can have, or a negative number if it is already too long. */
export const charsLeft = (draft: Draft, textMax: number, captionMax: number): number =>
  (messagesOf(draft)[0].files.length === 0 ? textMax : captionMax) - sentText(draft.text, draft.mentions).text.length;
