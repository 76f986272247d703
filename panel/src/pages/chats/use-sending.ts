import { useMutation, useQueryClient } from "@tanstack/react-query";
import { chatQuery } from "../../api/chats.ts";
import { ApiFailure } from "../../api/client.ts";
import { type SendRequest, sendMessage } from "../../api/messages.ts";
import { partOf, renew } from "../../api/query.ts";
import { type Going, uploadFile } from "../../api/uploads.ts";
import { mediaTypeOf } from "../../files/file-bytes.ts";
import { inOwnWords } from "../../ui/own-words.ts";
import { useCatalogs, useWords } from "../../words/use-words.ts";
import { putMessages } from "./live-cache.ts";
import { type Draft, messagesOf } from "./rules/draft.ts";
import { sentText } from "./rules/mention.ts";
import { phoneInAddress } from "./rules/people.ts";
import { type Seen, takeOver } from "./take-over.ts";
import { type Outgoing, useOutbox } from "./use-drafts.ts";

/**
 * Sends messages one after the other and keeps those that failed. An unassigned chat is assigned to the user before the
 * first message is sent, so two users don't answer the same person. @param chat as in the URL: its id, or a phone
 * number if the person has no chat yet.
 */
export function useSending(instance: string, chat: string) {
  const queries = useQueryClient();
  const { outbox, put, set, drop } = useOutbox(instance, chat);
  const t = useWords("teamwork");
  const own = useWords("composer");
  const { locale } = useCatalogs();
  async function takeFirst(seen: Seen): Promise<void> {
    try {
      await takeOver(queries, instance, chat, seen);
    } catch (error) {
      const codes = { conflict: t("takenMeanwhile") };
      throw error instanceof ApiFailure ? inOwnWords(error, { codes }, locale.startsWith("en")) : error;
    }
  }
  const sending = useMutation({
    scope: { id: `send ${instance} ${chat}` },
    // Without a connection, fail immediately and visibly instead of waiting.
    networkMode: "always",
    async mutationFn({ draft, stop: { signal }, seen }: Outgoing & { seen: Seen }) {
      await takeFirst(seen);
      const onPercent = (percent: number) => set(draft.id, { percent });
      const media = await mediaOf(draft, { signal, onPercent });
      try {
        return await sendMessage(requestOf(instance, chat, draft, media), draft.id);
      } catch (error) {
        if (!(error instanceof ApiFailure) || draft.files[0]?.saved === undefined) throw error;
        throw inOwnWords(error, { fields: { "media.url": own("savedFileGone") } }, locale.startsWith("en"));
      }
    },
    onSuccess: (message, { draft: { id } }) => {
      putMessages(queries, instance, chat, [message]);
      drop(id);
      void renew(queries, partOf("chats.get", { id: instance, chat }));
      void renew(queries, "chats.list");
    },
    onError(error, { draft: { id }, stop }) {
      // A cancelled message has already been removed from the list.
      if (!stop.signal.aborted) set(id, { state: "failed", error });
    },
  });
  function send(draft: Draft): void {
    // The assignee that the user sees now. All of the draft's messages use the same assignee, so if the first message
    // is refused, the later ones are refused as well.
    const seen = queries.getQueryData(chatQuery(instance, chat).queryKey)?.assigned_to ?? null;
    for (const message of messagesOf(draft)) sending.mutate({ ...put({ ...message, isTried: true }), seen });
  }
  /** Removes a message from the outbox and aborts the upload of its file. */
  function discard(id: string): void {
    outbox.find(({ draft }) => draft.id === id)?.stop.abort();
    drop(id);
  }
  return { outbox, send, discard };
}

async function mediaOf({ files: [file] }: Draft, going: Going): Promise<SendRequest["media"]> {
  if (file === undefined) return undefined;
  const { name } = file.file;
  const mimetype = mediaTypeOf(file.file);
  const voice = file.isVoice === true && { voice: true };
  const about = { mimetype, ...voice, ...(name !== "" && { filename: name }) };
  if (file.saved !== undefined) return { url: file.saved, ...about };
  if (file.base64 !== null) return { data: file.base64, ...about };
  const { filename, ...media } = await uploadFile(file.file, mimetype, going);
  return { ...media, ...voice, ...(filename !== null && { filename }) };
}

function requestOf(instance: string, chat: string, draft: Draft, media: SendRequest["media"]): SendRequest {
  const phone = phoneInAddress(chat);
  const { text, mentions } = sentText(draft.text, draft.mentions);
  return {
    instance_id: instance,
    ...(phone === null ? { chat_id: chat } : { to: phone }),
    ...(text.trim() !== "" && { text }),
    ...(mentions.length > 0 && { mentions }),
    ...(media && { media }),
    ...(draft.replyTo !== null && { reply_to: draft.replyTo }),
    ...(draft.sendAt !== null && { send_at: draft.sendAt }),
    ...(draft.hasPreview && { link_preview: true }),
  };
}
