import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { localKey } from "../../api/query.ts";
import { useMe } from "../../shell/use-me.ts";
import { draftStore } from "./draft-store.ts";
import { changedDraft, type Draft, type DraftFile, newDraft } from "./rules/draft.ts";

/** A message that is being sent to the service, or that could not be sent. */
export interface Outgoing {
  /** One of the messages that a draft was split into, with at most one file. */
  draft: Draft;
  state: "sending" | "failed";
  /** The uploaded percentage of the message's file, 0 to 100, or null if no file is uploaded separately. */
  percent: number | null;
  /** Aborts the upload of the message's file. */
  stop: AbortController;
  error: unknown;
}

const newId = () => crypto.randomUUID();

/** Keep the data until the user leaves the page, so that unsent messages survive while other chats are shown. */
const KEPT = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, enabled: false } as const;

const draftKey = (instance: string, chat: string) => localKey("draft", instance, chat);
const outboxKey = (instance: string, chat: string) => localKey("outbox", instance, chat);

/**
 * Manages the draft in a chat. `take` returns the draft and replaces it with an empty draft, so a second click finds
 * nothing to send. The page keeps its own state, because typed text must appear immediately. The cache keeps the draft
 * for when the chat is reopened, and the tab's storage keeps it across reloads.
 */
export function useDraft(instance: string, chat: string) {
  const queries = useQueryClient();
  const key = draftKey(instance, chat);
  const store = draftStore(() => sessionStorage, useMe().user.id, instance, chat);
  const [draft, show] = useState(() => {
    queries.setQueryDefaults(localKey("draft"), { gcTime: Number.POSITIVE_INFINITY });
    return keep(now());
  });
  function now(): Draft {
    return queries.getQueryData<Draft>(key) ?? store.read() ?? newDraft(newId());
  }
  function keep(next: Draft): Draft {
    queries.setQueryData(key, next);
    store.write(next);
    return next;
  }
  return {
    draft,
    change: (change: Partial<Omit<Draft, "id" | "isTried">>) => show(keep(changedDraft(now(), change, newId()))),
    /** Adds files after those in the draft, which may have changed since the last render. */
    addFiles: (files: readonly DraftFile[]) => {
      const before = now();
      show(keep(changedDraft(before, { files: [...before.files, ...files] }, newId())));
    },
    take: (): Draft => {
      const taken = now();
      show(keep(newDraft(newId())));
      return taken;
    },
    putBack: (before: Draft) => show(keep(before)),
  };
}

/** Manages messages from a chat's drafts that the service hasn't accepted yet. */
export function useOutbox(instance: string, chat: string) {
  const queries = useQueryClient();
  const key = outboxKey(instance, chat);
  const { data: outbox } = useQuery({
    queryKey: key,
    queryFn: (): Outgoing[] => [],
    initialData: (): Outgoing[] => [],
    ...KEPT,
  });
  const change = (to: (before: Outgoing[]) => Outgoing[]) =>
    queries.setQueryData<Outgoing[]>(key, (before) => to(before ?? []));
  return {
    outbox,
    put(draft: Draft): Outgoing {
      const [file] = draft.files;
      const percent = file?.base64 === null && file.saved === undefined ? 0 : null;
      const outgoing: Outgoing = { draft, state: "sending", percent, stop: new AbortController(), error: null };
      change((before) => [...without(before, draft.id), outgoing]);
      return outgoing;
    },
    set: (id: string, about: Partial<Outgoing>) =>
      change((before) => before.map((one) => (one.draft.id === id ? { ...one, ...about } : one))),
    drop: (id: string) => change((before) => without(before, id)),
  };
}

const without = (outbox: readonly Outgoing[], id: string) => outbox.filter(({ draft }) => draft.id !== id);
