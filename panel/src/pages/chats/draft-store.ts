import { type Draft, isEmpty, newDraft } from "./rules/draft.ts";
import type { Mention } from "./rules/mention.ts";

/**
 * Stores a tab's drafts across reloads. Files are left out, because their whole content would have to be loaded first.
 * Drafts are deleted when the tab is closed, and when the user signs out, which clears the site's storage. They are
 * stored per user, because someone else might sign in after a session that ended elsewhere.
 */
export interface DraftStore {
  read(): Draft | null;
  write(draft: Draft): void;
}

type Kept = Omit<Draft, "files">;

const isMention = (value: unknown): value is Mention => {
  if (typeof value !== "object" || value === null) return false;
  const { shown, person } = value as Record<keyof Mention, unknown>;
  return typeof shown === "string" && shown.startsWith("@") && typeof person === "string";
};

const isKept = (value: unknown): value is Kept => {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<keyof Kept, unknown>;
  const { id, text, mentions = [], replyTo, sendAt, withoutPreviewOf = null, hasPreview = false, isTried } = fields;
  const isTextOrNull = (field: unknown) => field === null || typeof field === "string";
  return (
    typeof id === "string" &&
    typeof text === "string" &&
    Array.isArray(mentions) &&
    mentions.every(isMention) &&
    isTextOrNull(replyTo) &&
    isTextOrNull(sendAt) &&
    isTextOrNull(withoutPreviewOf) &&
    typeof hasPreview === "boolean" &&
    typeof isTried === "boolean"
  );
};

/**
 * Creates the store for a chat's draft. If the storage is full, disabled or contains something else, the draft exists
 * only on the page.
 */
export function draftStore(storage: () => Storage, ...of: readonly string[]): DraftStore {
  const place = ["draft", ...of.map(encodeURIComponent)].join(" ");
  return {
    read() {
      try {
        const found: unknown = JSON.parse(storage().getItem(place) ?? "null");
        return isKept(found) ? { ...newDraft(found.id), ...found, files: [] } : null;
      } catch {
        return null;
      }
    },
    write(draft) {
      const { files: _files, ...kept } = draft;
      const isNothing = isEmpty({ ...draft, files: [] }) && kept.replyTo === null && kept.sendAt === null;
      try {
        if (isNothing) storage().removeItem(place);
        else storage().setItem(place, JSON.stringify(kept));
      } catch {
        // The draft stays on the page.
      }
    },
  };
}
