import { call } from "./call.ts";
import { allOf } from "./query.ts";

const MINUTE = 60_000;

/** The query for assistants' messages that are waiting for a user to release them, oldest first. */
export const draftsQuery = () => allOf("panel.drafts.list", {}, { refetchInterval: MINUTE });

/** Sends a draft as the user's own message. Releasing it a second time fails, because the draft no longer exists. */
export const releaseDraft = (id: string) => call("panel.drafts.release", { at: { id }, body: {} });

/** Discards a draft, which is then never sent. */
export const discardDraft = (id: string) => call("panel.drafts.discard", { at: { id } });
