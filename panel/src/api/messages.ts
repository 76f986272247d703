import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Message } from "../../../core/contracts/message.ts";
import { call, callPage } from "./call.ts";
import { ApiFailure, type Page } from "./client.ts";
import { keyOf, PAGED } from "./query.ts";

const MINUTE = 60_000;
/** The number of messages per page of a chat. */
export const PAGE = 50;

/**
 * The paginated query for a chat's messages, newest first.
 * @param hasChat whether the chat exists. If not, the thread consists of the messages that are waiting to be sent to
 * the person.
 */
export const threadQuery = (instance: string, chat: string, hasChat: boolean) =>
  infiniteQueryOptions({
    ...PAGED,
    queryKey: keyOf("chats.history", { at: { id: instance, chat } }, hasChat),
    queryFn: async ({ pageParam, signal }): Promise<Page<Message>> => {
      if (!hasChat) return waitingFor(instance, chat);
      try {
        const at = { id: instance, chat };
        return await callPage("chats.history", pageParam, { at, query: { limit: PAGE }, signal });
      } catch (error) {
        if (error instanceof ApiFailure && error.code === "chat_not_found") return none();
        throw error;
      }
    },
    refetchInterval: MINUTE,
    // A new message moves all others by one place. Comparing place by place would copy each of them, so each would be
    // rendered again.
    structuralSharing: false,
  });

const none = (): Page<Message> => ({ data: [], next: null, meta: {}, asked_ms: Date.now() });

/**
 * Fetches the messages waiting for a person who has no chat yet. Returns an empty page for a number that can't exist.
 */
async function waitingFor(instance: string, phone: string): Promise<Page<Message>> {
  try {
    const { data, asked_ms } = await callPage("messages.list", null, { query: { instance_id: instance, phone } });
    return { data, next: null, meta: {}, asked_ms };
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 422) return none();
    throw error;
  }
}

/**
 * The query for a single message, such as an older one that is quoted. Its data is null if the message is no longer
 * stored.
 */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf("messages.get", { at: { id } }),
    queryFn: async ({ signal }): Promise<Message | null> => {
      try {
        return await call("messages.get", { at: { id }, signal });
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** A message to send, addressed by either `to` or `chat_id`. */
export interface SendRequest {
  instance_id: string;
  to?: string;
  chat_id?: string;
  text?: string;
  /** The phone numbers, as digits, of the people mentioned in the text. */
  mentions?: string[];
  /** The file, either as base64 or as the URL assigned to its upload. */
  media?: ({ data: string } | { url: string }) & { mimetype: string; filename?: string; voice?: boolean };
  reply_to?: string;
  send_at?: string;
}

/**
 * Sends a message. @param key the idempotency key. It is the same for every attempt, so retries never send the message
 * twice.
 */
export const sendMessage = (body: SendRequest, key: string) => call("messages.send", { body, idempotencyKey: key });

/** Changes a message's text, even after the message has been sent. */
export const changeMessage = (id: string, text: string) => call("messages.change", { at: { id }, body: { text } });

/** Cancels a waiting message, or deletes a sent message for everyone. */
export const deleteMessage = (id: string) => call("messages.delete", { at: { id } });

/** Reacts with an emoji, or removes the reaction. */
export const reactTo = (id: string, emoji: string | null) =>
  emoji === null ? call("messages.unreact", { at: { id } }) : call("messages.react", { at: { id }, body: { emoji } });
