import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { contactsQuery } from "../../../api/contacts.ts";
import { groupQuery } from "../../../api/groups.ts";
import { threadQuery } from "../../../api/messages.ts";
import { useWords } from "../../../words/use-words.ts";
import { type Member, membersFor, mentionAt, mentionOf } from "../rules/mention.ts";
import { plainName, shownPhone } from "../rules/people.ts";
import type { useDraft } from "../use-drafts.ts";
import { type Suggestion, useSuggestions } from "./use-suggestions.ts";

/** From so many letters on, names are also looked for among the number's contacts. */
const SEARCHED_MIN_CHARS = 2;
const FRESH_MS = 60_000;

/**
 * Offers a group's members while a mention is being written. @param caret where the field's caret is.
 * @param onPlaced gets where it goes after a choice.
 */
export function useMentions(
  chat: Chat | null,
  { draft, change }: ReturnType<typeof useDraft>,
  caret: number,
  onPlaced: (caret: number) => void,
) {
  const t = useWords("composer");
  const begun = chat?.type === "group" ? mentionAt(draft.text, caret) : null;
  const members = useMembers(chat, begun?.query ?? null);
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

/** The members of a group, with the names by which the thread and the contacts know them. */
function useMembers(chat: Chat | null, query: string | null): Member[] {
  const [instance, id] = [chat?.instance_id ?? "", chat?.id ?? ""];
  const isAsked = query !== null;
  const group = useQuery({ ...groupQuery(instance, id), enabled: isAsked, staleTime: FRESH_MS }).data;
  const thread = useInfiniteQuery({ ...threadQuery(instance, id, true), enabled: false }).data;
  const search = useDeferredValue(query ?? "");
  const isSearched = isAsked && search.length >= SEARCHED_MIN_CHARS;
  const contacts = useInfiniteQuery({
    ...contactsQuery(instance, search),
    enabled: isSearched,
    staleTime: FRESH_MS,
  }).data?.pages.flatMap(({ data }) => data);
  const names = new Map<string | null, string | null>();
  for (const { direction, participant, phone, contact_name } of thread?.pages.flatMap(({ data }) => data) ?? [])
    if (direction === "in") for (const known of [participant, phone]) names.set(known, contact_name);
  for (const { id, phone, name, contact_name } of contacts ?? [])
    for (const known of [id, phone]) names.set(known, name ?? contact_name);
  names.delete(null);
  return (group?.participants ?? []).map((one) => ({
    ...one,
    name: plainName(names.get(one.id) ?? names.get(one.phone) ?? null),
  }));
}
