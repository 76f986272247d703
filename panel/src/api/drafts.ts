import { queryOptions } from "@tanstack/react-query";
import type { Message } from "../../../core/contracts/message.ts";
import type { PanelDraft } from "../../../core/contracts/panel/drafts.ts";
import { ask, askAll } from "./client.ts";

const MINUTE = 60_000;

/** Messages that assistants asked for and nobody has released yet, the oldest first. */
export const draftsQuery = () =>
  queryOptions({
    queryKey: ["drafts"],
    queryFn: ({ signal }) => askAll<PanelDraft>({ path: "/drafts", signal }),
    refetchInterval: MINUTE,
  });

const pathOf = (id: string) => `/drafts/${encodeURIComponent(id)}`;

/** Sends a draft as the person's own message. A second time is refused: it is gone. */
export const releaseDraft = (id: string) => ask<Message>({ method: "POST", path: `${pathOf(id)}/release`, body: {} });

/** Takes a draft away; it is never sent. */
export const discardDraft = (id: string) => ask<void>({ method: "DELETE", path: pathOf(id) });
