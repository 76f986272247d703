import { fileKind } from "../../../../../core/contracts/media/file-kind.ts";
import { mediaTypeOf } from "../../../files/file-bytes.ts";
import { type Mention, sentText } from "./mention.ts";

/** A file to send. */
export type DraftFile = {
  /** The Idempotency-Key of its message, unless it is part of the draft's first one. */
  id: string;
  /** A voice message; phones show it with its waves. */
  isVoice?: boolean;
} & (ChosenFile | SavedFile);

/** One from this device. */
interface ChosenFile {
  file: File;
  /** Its bytes, sent within the message; null if too large for that, so it is uploaded first. */
  base64: string | null;
  saved?: undefined;
}

/** One that a saved reply has, which the service knows by its address. */
interface SavedFile {
  /** `size` is 0 if unknown. */
  file: Pick<File, "name" | "type" | "size">;
  base64: null;
  saved: string;
  /** Shows it; null if only the service may read it. */
  link: string | null;
}

/** Something being written: a text, files, or both; `messagesOf` makes messages of it. */
export interface Draft {
  /** The Idempotency-Key of its first message, so that retries never send it twice. */
  id: string;
  /** With people's names where it mentions them. */
  text: string;
  mentions: readonly Mention[];
  /** Id of the message it replies to. */
  replyTo: string | null;
  /** In the order in which they are sent. */
  files: readonly DraftFile[];
  /** ISO 8601 with offset; null means now. */
  sendAt: string | null;
  /** Sending was attempted; it may have succeeded, with only the answer lost. */
  isTried: boolean;
}

/** An empty draft. @param id a new one. */
export const newDraft = (id: string): Draft => ({
  id,
  text: "",
  mentions: [],
  replyTo: null,
  files: [],
  sendAt: null,
  isTried: false,
});

const isSound = ({ file }: DraftFile): boolean => fileKind(mediaTypeOf(file)) === "audio";

/**
 * The messages that a draft is sent as, each with one file at most and a key of its own. The text goes below the first
 * file, or before it as a message of its own, because a sound has no caption.
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
 * Applies a change to a draft. If the first message was already tried and changes, it gets a new id, because under the
 * old one the service would answer with what was tried and silently lose the change.
 * @param newId a never-used id.
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
    now.sendAt === before.sendAt;
  return isSame || !draft.isTried ? changed : { ...changed, id: newId, isTried: false };
}

/** Whether there is anything to send. */
export const isEmpty = ({ text, files }: Draft): boolean => text.trim() === "" && files.length === 0;

/** How many more characters a draft can have; negative if too long. */
export const charsLeft = (draft: Draft, textMax: number, captionMax: number): number =>
  (messagesOf(draft)[0].files.length === 0 ? textMax : captionMax) - sentText(draft.text, draft.mentions).text.length;
