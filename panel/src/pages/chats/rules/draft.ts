/** A file to be sent. */
export interface DraftFile {
  file: File;
  /** Its bytes, as sent within the message; null: it is too large for that and is uploaded first. */
  base64: string | null;
}

/** A message that is being written. */
export interface Draft {
  /** Its Idempotency-Key: however often it is sent, it is one message. */
  id: string;
  text: string;
  /** Id of the message it answers. */
  replyTo: string | null;
  file: DraftFile | null;
  /** ISO 8601 with offset; null: now. */
  sendAt: string | null;
  /** A send was attempted: perhaps it succeeded, and only the answer was lost. */
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
 * A draft with a change. One that was tried becomes another message by it: under the old id the service would answer
 * with the first message, and the change would be lost unseen.
 * @param newId an id that was never used.
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

/** How many more characters a draft may have; negative: too many. */
export const charsLeft = ({ text, file }: Draft, textMax: number, captionMax: number): number =>
  (file === null ? textMax : captionMax) - text.length;
