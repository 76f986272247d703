import { type Draft, isEmpty } from "./rules/draft.ts";
import type { Mention } from "./rules/mention.ts";

/**
 * Where a tab keeps drafts over a reload, without their files, which would have to be read whole first. Drafts go with
 * the tab, and with the sign-out, which clears the site's storage. They are filed by person, because someone else can
 * sign in after a session that ended elsewhere.
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
  const { id, text, mentions = [], replyTo, sendAt, isTried } = value as Record<keyof Kept, unknown>;
  const isTextOrNull = (field: unknown) => field === null || typeof field === "string";
  return (
    typeof id === "string" &&
    typeof text === "string" &&
    Array.isArray(mentions) &&
    mentions.every(isMention) &&
    isTextOrNull(replyTo) &&
    isTextOrNull(sendAt) &&
    typeof isTried === "boolean"
  );
};

/** Files a chat's draft in a storage. If that is full, off, or holds something else, the draft is only on the page. */
export function draftStore(storage: () => Storage, ...of: readonly string[]): DraftStore {
  const place = ["draft", ...of.map(encodeURIComponent)].join(" ");
  return {
    read() {
      try {
        const found: unknown = JSON.parse(storage().getItem(place) ?? "null");
        return isKept(found) ? { ...found, mentions: found.mentions ?? [], files: [] } : null;
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
        // It stays on the page.
      }
    },
  };
}
