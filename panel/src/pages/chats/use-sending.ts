import { useMutation, useQueryClient } from "@tanstack/react-query";
import { LIMITS } from "../../../../core/contracts/limits.ts";
import { type SendRequest, sendMessage, uploadFile } from "../../api/messages.ts";
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
    mutationFn: async (draft: Draft) => {
      const media = await mediaOf(draft, () => set(draft.id, { state: "uploading" }));
      set(draft.id, { state: "sending" });
      return sendMessage(requestOf(instance, chat, draft, media), draft.id);
    },
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

async function mediaOf({ file }: Draft, onUpload: () => void): Promise<SendRequest["media"]> {
  if (file === null) return undefined;
  const mimetype = file.file.type || PLAIN_BYTES;
  const about = { mimetype, ...(file.file.name !== "" && { filename: file.file.name }) };
  if (file.base64 !== null) return { data: file.base64, ...about };
  onUpload();
  return { ...(await uploadFile(file.file, mimetype)), ...about };
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

/** Reads a small file, which is sent within the message. @returns null for one that is uploaded first. */
export async function smallFile(file: File): Promise<string | null> {
  if (file.size > LIMITS.fileDataMaxBytes) return null;
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
