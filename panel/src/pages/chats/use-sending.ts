import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SendRequest, sendMessage } from "../../api/messages.ts";
import { partOf, renew } from "../../api/query.ts";
import { type Going, uploadFile } from "../../api/uploads.ts";
import { mediaTypeOf } from "../../files/file-bytes.ts";
import { putMessages } from "./live-cache.ts";
import type { Draft } from "./rules/draft.ts";
import { phoneInAddress } from "./rules/people.ts";
import { type Outgoing, useOutbox } from "./use-drafts.ts";

/**
 * Sends messages one after the other and keeps those that failed. @param chat as in the URL: its id, or the phone of a
 * person without a chat.
 */
export function useSending(instance: string, chat: string) {
  const queries = useQueryClient();
  const { outbox, put, set, drop } = useOutbox(instance, chat);
  const sending = useMutation({
    scope: { id: `send ${instance} ${chat}` },
    // Without a connection, fails immediately and visibly.
    networkMode: "always",
    async mutationFn({ draft, stop: { signal } }: Outgoing) {
      const onPercent = (percent: number) => set(draft.id, { percent });
      const media = await mediaOf(draft, { signal, onPercent });
      return sendMessage(requestOf(instance, chat, draft, media), draft.id);
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
    sending.mutate(put({ ...draft, isTried: true }));
  }
  /** Takes a message back and aborts its file's upload. */
  function discard(id: string): void {
    outbox.find(({ draft }) => draft.id === id)?.stop.abort();
    drop(id);
  }
  return { outbox, send, discard };
}

async function mediaOf({ file }: Draft, going: Going): Promise<SendRequest["media"]> {
  if (file === null) return undefined;
  const { name } = file.file;
  const mimetype = mediaTypeOf(file.file);
  if (file.base64 !== null) return { data: file.base64, mimetype, ...(name !== "" && { filename: name }) };
  const { filename, ...media } = await uploadFile(file.file, mimetype, going);
  return { ...media, ...(filename !== null && { filename }) };
}

function requestOf(instance: string, chat: string, draft: Draft, media: SendRequest["media"]): SendRequest {
  const phone = phoneInAddress(chat);
  return {
    instance_id: instance,
    ...(phone === null ? { chat_id: chat } : { to: phone }),
    ...(draft.text.trim() !== "" && { text: draft.text }),
    ...(media && { media }),
    ...(draft.replyTo !== null && { reply_to: draft.replyTo }),
    ...(draft.sendAt !== null && { send_at: draft.sendAt }),
  };
}
