import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SendRequest, sendMessage } from "../../api/messages.ts";
import { putMessages } from "./live-cache.ts";
import type { Draft } from "./rules/draft.ts";
import { phoneInAddress } from "./rules/people.ts";
import { useOutbox } from "./use-drafts.ts";

const PLAIN_BYTES = "application/octet-stream";

/**
 * Sends what was written, one message after the other, and keeps what did not go. @param chat as in the address: its
 * id, or the phone of a person without a chat.
 */
export function useSending(instance: string, chat: string) {
  const queries = useQueryClient();
  const { outbox, put, set, drop } = useOutbox(instance, chat);
  const sending = useMutation({
    scope: { id: `send ${instance} ${chat}` },
    // Without a connection it fails at once and says so.
    networkMode: "always",
    mutationFn: (draft: Draft) => sendMessage(requestOf(instance, chat, draft), draft.id),
    onSuccess: (message, { id }) => {
      putMessages(queries, instance, chat, [message]);
      drop(id);
      void queries.invalidateQueries({ queryKey: ["chat", instance, chat] });
      void queries.invalidateQueries({ queryKey: ["chats"] });
    },
    onError: (error, { id }) => set(id, { state: "failed", error }),
  });
  function send(draft: Draft): void {
    const tried = { ...draft, isTried: true };
    put(tried);
    sending.mutate(tried);
  }
  return { outbox, send, discard: drop };
}

function mediaOf({ file }: Draft): SendRequest["media"] {
  if (file === null) return undefined;
  const { name, type } = file.file;
  return { data: file.base64, mimetype: type || PLAIN_BYTES, ...(name !== "" && { filename: name }) };
}

function requestOf(instance: string, chat: string, draft: Draft): SendRequest {
  const media = mediaOf(draft);
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

/** A file as base64, as it goes within a message. */
export function asBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
