// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { List } from "../page.ts";
import { type Body, type Data, type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions } from "../transport.ts";
import type {
  ChatsChangeData,
  ChatsChangeResponses,
  ChatsDeleteResponses,
  ChatsGetResponses,
  ChatsHistoryData,
  ChatsHistoryResponses,
  ChatsListData,
  ChatsListResponses,
  ChatsReadResponses,
  ChatsSetLabelsData,
  ChatsSetLabelsResponses,
  ChatsTypingData,
  ChatsTypingResponses,
} from "../types.ts";

/** The calls of `chats`. */
export class Chats extends Resource {
  /** List chats, newest first. Any API key. */
  list(query?: Query<ChatsListData>, options?: CallOptions): List<Item<ChatsListResponses>> {
    return this.callList({ method: "GET", path: "/v1/chats", query, answer: "links", options });
  }

  /** Get a chat. Any API key. */
  get(instanceId: string, chatId: string, options?: CallOptions): Answer<Data<ChatsGetResponses>> {
    return this.callOne({
      method: "GET",
      path: "/v1/instances/{id}/chats/{chat}",
      ids: [instanceId, chatId],
      answer: "record",
      options,
    });
  }

  /** Archive, pin, mute, mark, assign, close or snooze a chat. A full key. */
  change(
    instanceId: string,
    chatId: string,
    body: Body<ChatsChangeData>,
    options?: CallOptions,
  ): Answer<Data<ChatsChangeResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/instances/{id}/chats/{chat}",
      ids: [instanceId, chatId],
      body,
      answer: "record",
      options,
    });
  }

  /** Delete a chat. A full key. */
  delete(instanceId: string, chatId: string, options?: CallOptions): Answer<Data<ChatsDeleteResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/instances/{id}/chats/{chat}",
      ids: [instanceId, chatId],
      gone: "chat_not_found",
      answer: "none",
      options,
    });
  }

  /** List a chat's messages, newest first. Any API key. */
  history(
    instanceId: string,
    chatId: string,
    query?: Query<ChatsHistoryData>,
    options?: CallOptions,
  ): List<Item<ChatsHistoryResponses>> {
    return this.callList({
      method: "GET",
      path: "/v1/instances/{id}/chats/{chat}/history",
      ids: [instanceId, chatId],
      query,
      answer: "links",
      options,
    });
  }

  /** Mark all messages of a chat as read. A full or send key. */
  read(instanceId: string, chatId: string, options?: CallOptions): Answer<Data<ChatsReadResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/chats/{chat}/read",
      ids: [instanceId, chatId],
      answer: "none",
      options,
    });
  }

  /** Show typing or recording. A full or send key. */
  typing(
    instanceId: string,
    chatId: string,
    body: Body<ChatsTypingData>,
    options?: CallOptions,
  ): Answer<Data<ChatsTypingResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/chats/{chat}/typing",
      ids: [instanceId, chatId],
      body,
      answer: "none",
      options,
    });
  }

  /** Set the labels of a chat. A full key. */
  setLabels(
    instanceId: string,
    chatId: string,
    body: Body<ChatsSetLabelsData>,
    options?: CallOptions,
  ): Answer<Data<ChatsSetLabelsResponses>> {
    return this.callOne({
      method: "PUT",
      path: "/v1/instances/{id}/chats/{chat}/labels",
      ids: [instanceId, chatId],
      body,
      answer: "record",
      options,
    });
  }
}
