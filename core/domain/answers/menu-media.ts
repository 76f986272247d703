import type { GivenMenuMedia } from "../../contracts/answers/replace-menu.ts";
import { LIMITS } from "../../contracts/limits.ts";
import { cleanFileName } from "../files/file-name.ts";
import type { MediaContent, StoredFile } from "../messages/message-content.ts";
import { checkContent, type FileRules, type FileToStore } from "../messages/send-content.ts";

/**
 * A choice's file after validation. `upload` still has to be stored. `file` is already stored, or null if the file was
 * specified by URL.
 */
export interface CheckedMedia {
  id: string | null;
  content: MediaContent;
  file: StoredFile | null;
  upload: FileToStore | null;
}

/** A file that the menu already contains. */
export interface KnownMedia {
  id: string;
  content: MediaContent;
  file: StoredFile;
}

/** A file's errors, keyed by path within the choice. */
type Faults = Record<string, string>;

/**
 * Checks a choice's file. A new file is checked like a message's file, with the answer as its caption. A file already
 * in the menu is left unchanged.
 * @param known the existing file with the requested id, or null. @param newId the id for a new file in the request.
 * Spec: Media object.
 */
export function checkMenuMedia(
  { media, answer }: { media: GivenMenuMedia; answer: string },
  known: KnownMedia | null,
  { newId, ...rules }: FileRules & { newId: string },
): CheckedMedia | { faults: Faults } {
  const found = media.id ? keptMedia(media, known) : newMedia(media, newId, rules);
  if ("faults" in found) return found;
  const { kind } = found.content;
  if ([...answer].length > LIMITS.captionMaxChars && kind !== "audio")
    return {
      faults: {
        answer: `With a file, this text is the caption, which can have at most ${LIMITS.captionMaxChars} characters.`,
      },
    };
  // The network doesn't support captions for audio.
  if (kind === "audio" && answer !== "")
    return { faults: { answer: "Audio can't have a caption. Leave the text out." } };
  return { ...found, content: { ...found.content, caption: answer === "" ? null : answer } };
}

function keptMedia(media: GivenMenuMedia, known: KnownMedia | null): CheckedMedia | { faults: Faults } {
  if (media.data !== null && media.data !== undefined)
    return { faults: { "media.id": "Use either the id of a stored file or data, not both." } };
  if (known === null) return { faults: { "media.id": "There is no file with this id here. Send the file again." } };
  const { content } = known;
  const isSame =
    media.mimetype.toLowerCase() === content.mimetype &&
    (media.filename === undefined || cleanFileName(media.filename) === content.filename) &&
    (media.voice ?? content.voice) === content.voice;
  if (!isSame)
    return {
      faults: { "media.id": "A stored file can't be changed. To change its type or name, send the file again." },
    };
  return { ...known, upload: null };
}

function newMedia(media: GivenMenuMedia, newId: string, rules: FileRules): CheckedMedia | { faults: Faults } {
  const { id: _, ...given } = media;
  const checked = checkContent({ instance_id: "", media: given }, rules);
  if ("errors" in checked) {
    return { faults: Object.fromEntries(Object.entries(checked.errors).map(([field, [one = ""]]) => [field, one])) };
  }
  const { upload } = checked;
  const content = checked.content as MediaContent; // media was given, so there is content
  return { id: upload && newId, content, file: null, upload };
}
