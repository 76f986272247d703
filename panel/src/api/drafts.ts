import { call } from "./call.ts";
import { allOf } from "./query.ts";

const MINUTE = 60_000;

/** Messages that assistants asked for and nobody has released yet, the oldest first. */
export const draftsQuery = () => allOf("panel.drafts.list", {}, { refetchInterval: MINUTE });

/** Sends a draft as the person's own message. A second time is refused: it is gone. */
export const releaseDraft = (id: string) => call("panel.drafts.release", { at: { id }, body: {} });

/** Takes a draft away; it is never sent. */
export const discardDraft = (id: string) => call("panel.drafts.discard", { at: { id } });
