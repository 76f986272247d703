import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import type { SavedReply } from "../../../../../core/contracts/answers/saved-reply.ts";
import type { Chat } from "../../../../../core/contracts/chats/chat.ts";
import { SAVED_FILE_SCHEME } from "../../../../../core/contracts/panel/upload-schemes.ts";
import { plainName } from "../../../../../core/contracts/plain-name.ts";
import { repliesQuery } from "../../../api/replies.ts";
import { shownName } from "../../../files/file-view.ts";
import { paths } from "../../../paths.ts";
import { useToast } from "../../../ui/toasts.tsx";
import { useWords } from "../../../words/use-words.ts";
import type { DraftFile } from "../rules/draft.ts";
import { DRAFT_FILES_MAX } from "../rules/given-files.ts";
import { filledReply, repliesFor, shortcutAt } from "../rules/saved-reply.ts";
import type { useDraft } from "../use-drafts.ts";
import { type Suggestion, useSuggestions } from "./use-suggestions.ts";

const SHOWN_MAX = 20;
const MANAGE = "manage";

/**
 * Suggests saved replies while a shortcut is being typed after a slash. Until they have loaded, Enter doesn't send the
 * shortcut as text. @param onPlaced called with the range to select after a choice.
 */
export function useReplies(
  { chat, numberName }: { chat: Chat | null; numberName: string | null },
  { draft, change, addFiles }: ReturnType<typeof useDraft>,
  caret: number,
  onPlaced: (from: number, to: number) => void,
) {
  const t = useWords("composer");
  const chats = useWords("chats");
  const toast = useToast();
  const navigate = useNavigate();
  const begun = shortcutAt(draft.text, caret);
  const of = begun ? `/${begun.from}` : null;
  const { data, isError } = useQuery({ ...repliesQuery(), enabled: begun !== null });
  const [warnedOf, warn] = useState<string | null>(null);
  const found = begun && data ? repliesFor(data, begun.query).slice(0, SHOWN_MAX) : [];
  const options: Suggestion[] = found.map(({ id, shortcut, text, media }) => ({
    id,
    title: `/${shortcut}`,
    detail: text ?? shownName(media?.filename ?? null) ?? chats("unnamedFile"),
  }));
  if (begun?.query === "" && data) options.push({ id: MANAGE, title: t("manageReplies"), detail: null });

  function insert(reply: SavedReply, from: number): void {
    const name = chat?.type === "person" ? plainName(chat.name) : null;
    const { text, left } = filledReply(reply.text ?? "", { name, number_name: numberName });
    const start = from + (left?.[0] ?? text.length);
    change({ text: draft.text.slice(0, from) + text + draft.text.slice(caret) });
    onPlaced(start, from + (left?.[1] ?? text.length));
    if (reply.media === null) return;
    if (draft.files.length < DRAFT_FILES_MAX) addFiles([savedFile(reply.media)]);
    else toast(t("filesMost", { n: DRAFT_FILES_MAX }));
  }
  function choose(id: string): void {
    if (id === MANAGE) return void navigate({ to: paths.savedReplies() });
    const reply = found.find((one) => one.id === id);
    if (begun && reply) insert(reply, begun.from);
  }
  const state = useSuggestions(of, options, choose);

  /** Returns whether the list handled the key, or must load before the key can be handled. */
  function press(event: KeyboardEvent): boolean {
    if (state.press(event)) return true;
    const isSending = event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isSending || !begun || begun.query === "" || data || warnedOf === of) return false;
    event.preventDefault();
    if (isError) {
      warn(of);
      toast(t("repliesUnread"));
    }
    return true;
  }
  const isLoading = begun !== null && !data && !isError;
  const said = isLoading ? t("repliesLoading") : state.isOpen ? t("repliesFound", { n: found.length }) : "";
  return { isBegun: begun !== null, label: t("savedReplies"), said, options, state: { ...state, press } };
}

/** Converts a saved reply's file to a draft file. The file's content is already stored by the service. */
function savedFile({ id, url, mimetype, filename, voice, size_bytes }: NonNullable<SavedReply["media"]>): DraftFile {
  return {
    id: crypto.randomUUID(),
    file: { name: filename ?? "", type: mimetype, size: size_bytes ?? 0 },
    base64: null,
    saved: id === null ? url : `${SAVED_FILE_SCHEME}${id}`,
    link: id === null ? null : url,
    isVoice: voice,
  };
}
