import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { contactsQuery } from "../../../api/contacts.ts";
import { useWords } from "../../../words/use-words.ts";
import { membersFor, mentionAt, mentionOf } from "../rules/mention.ts";
import { shownPhone } from "../rules/people.ts";
import type { useDraft } from "../use-drafts.ts";
import { useMembers } from "../use-members.ts";
import { type Suggestion, useSuggestions } from "./use-suggestions.ts";

/** The number of letters a user must type before the number's contacts are searched too. */
const SEARCHED_MIN_CHARS = 2;
const FRESH_MS = 60_000;

/**
 * Suggests group members while a mention is being typed. @param caret the caret's position in the field.
 * @param onPlaced called with the caret's new position after a choice.
 */
export function useMentions(
  chat: Chat | null,
  { draft, change }: ReturnType<typeof useDraft>,
  caret: number,
  onPlaced: (caret: number) => void,
) {
  const t = useWords("composer");
  const begun = chat?.type === "group" ? mentionAt(draft.text, caret) : null;
  const [instance, group] = [chat?.instance_id ?? "", chat?.id ?? ""];
  const known = useContactNames(instance, begun?.query ?? null);
  const members = useMembers({ instance, group, isAsked: begun !== null, known });
  const found = begun ? membersFor(members, begun.query) : [];
  const options: Suggestion[] = found.map(({ id, phone, name }) => ({
    id,
    title: name ?? shownPhone(phone) ?? id,
    detail: name === null ? null : shownPhone(phone),
  }));
  function choose(id: string): void {
    const member = found.find((one) => one.id === id);
    if (!begun || !member) return;
    const mention = mentionOf(member, draft.mentions);
    const before = `${draft.text.slice(0, begun.from)}${mention.shown} `;
    change({
      text: before + draft.text.slice(caret).replace(/^ /, ""),
      mentions: [...draft.mentions.filter(({ shown }) => shown !== mention.shown), mention],
    });
    onPlaced(before.length);
  }
  const state = useSuggestions(begun ? `${begun.from}` : null, options, choose);
  return { label: t("mention"), said: state.isOpen ? t("mentionFound", { n: options.length }) : "", options, state };
}

/** Returns the names of the number's contacts that match a query, by ID and by phone. */
function useContactNames(instance: string, query: string | null): Map<string | null, string | null> {
  const search = useDeferredValue(query ?? "");
  const isSearched = query !== null && search.length >= SEARCHED_MIN_CHARS;
  const contacts = useInfiniteQuery({
    ...contactsQuery(instance, search),
    enabled: isSearched,
    staleTime: FRESH_MS,
  }).data?.pages.flatMap(({ data }) => data);
  const names = new Map<string | null, string | null>();
  for (const { id, phone, name, contact_name } of contacts ?? [])
    for (const one of [id, phone]) names.set(one, name ?? contact_name);
  return names;
}
