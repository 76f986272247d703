/** A file to send. */
export interface DraftFile {
  file: File;
  /** Its bytes, sent within the message; null if too large for that, so it is uploaded first. */
  base64: string | null;
}

/** A message being written. */
export interface Draft {
  /** Its Idempotency-Key, so that retries never send it twice. */
  id: string;
  text: string;
  /** Id of the message it replies to. */
  replyTo: string | null;
  file: DraftFile | null;
  /** ISO 8601 with offset; null means now. */
  sendAt: string | null;
  /** Sending was attempted; it may have succeeded, with only the answer lost. */
  isTried: boolean;
}

/** An empty draft. @param id a new one. */
export const newDraft = (id: string): Draft => ({
  id,
  text: "",
  replyTo: null,
  file: null,
  sendAt: null,
  isTried: false,
});

/**
 * Applies a change to a draft. A draft already tried gets a new id, because under the old one the service would answer
 * with the first message and silently lose the change.
 * @param newId a never-used id.
 */
export function changedDraft(draft: Draft, change: Partial<Omit<Draft, "id" | "isTried">>, newId: string): Draft {
  const changed = { ...draft, ...change };
  const isSame =
    changed.text === draft.text &&
    changed.replyTo === draft.replyTo &&
    changed.file === draft.file &&
    changed.sendAt === draft.sendAt;
  return isSame || !draft.isTried ? changed : { ...changed, id: newId, isTried: false };
}

/** Whether there is anything to send. */
export const isEmpty = ({ text, file }: Draft): boolean => text.trim() === "" && file === null;

/** How many more characters a draft can have; negative if too long. */
export const charsLeft = ({ text, file }: Draft, textMax: number, captionMax: number): number =>
  (file === null ? textMax : captionMax) - text.length;
