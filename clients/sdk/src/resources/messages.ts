// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { ForwardMessageBody, SendMessageBody } from "../bodies.ts";
import type { List } from "../page.ts";
import { type Body, type Data, type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";
import type {
  MessagesChangeData,
  MessagesChangeResponses,
  MessagesDeleteResponses,
  MessagesForwardResponses,
  MessagesGetResponses,
  MessagesListData,
  MessagesListResponses,
  MessagesMarkReadResponses,
  MessagesReactData,
  MessagesReactResponses,
  MessagesSendResponses,
  MessagesUnreactResponses,
} from "../types.ts";

/** The calls of `messages`. */
export class Messages extends Resource {
  /** List messages, newest first. Any API key. */
  list(query?: Query<MessagesListData>, options?: CallOptions): List<Item<MessagesListResponses>> {
    return this.callList({ method: "GET", path: "/v1/messages", query, answer: "links", options });
  }

  /** Send a message. A full or send key. Not available after the trial. */
  send(body: SendMessageBody, options?: KeyedOptions): Answer<Data<MessagesSendResponses>> {
    return this.callOne({ method: "POST", path: "/v1/messages", body, keyed: true, answer: "record", options });
  }

  /** Get a message. Any API key. */
  get(messageId: string, options?: CallOptions): Answer<Data<MessagesGetResponses>> {
    return this.callOne({ method: "GET", path: "/v1/messages/{id}", ids: [messageId], answer: "record", options });
  }

  /** Change a message: the text and time of a scheduled message, or the text of a queued message or one sent in the last 15 minutes. A full or send key. Not available after the trial. */
  change(
    messageId: string,
    body: Body<MessagesChangeData>,
    options?: CallOptions,
  ): Answer<Data<MessagesChangeResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/messages/{id}",
      ids: [messageId],
      body,
      answer: "record",
      options,
    });
  }

  /** Cancel a waiting message, or delete a message for everyone within 2 days. Group admins can also delete messages of members. A full or send key. */
  delete(messageId: string, options?: CallOptions): Answer<Data<MessagesDeleteResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/messages/{id}",
      ids: [messageId],
      gone: "message_not_found",
      answer: "record?",
      options,
    });
  }

  /** React to a message with an emoji. A full or send key. Not available after the trial. */
  react(messageId: string, body: Body<MessagesReactData>, options?: CallOptions): Answer<Data<MessagesReactResponses>> {
    return this.callOne({
      method: "PUT",
      path: "/v1/messages/{id}/reaction",
      ids: [messageId],
      body,
      answer: "record",
      options,
    });
  }

  /** Remove the instance's reaction. A full or send key. */
  unreact(messageId: string, options?: CallOptions): Answer<Data<MessagesUnreactResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/messages/{id}/reaction",
      ids: [messageId],
      answer: "record",
      options,
    });
  }

  /** Mark a received message as read. A full or send key. */
  markRead(messageId: string, options?: CallOptions): Answer<Data<MessagesMarkReadResponses>> {
    return this.callOne({ method: "POST", path: "/v1/messages/{id}/read", ids: [messageId], answer: "none", options });
  }

  /** Forward a message to another chat of the same instance. A full or send key. Not available after the trial. */
  forward(messageId: string, body: ForwardMessageBody, options?: KeyedOptions): Answer<Data<MessagesForwardResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/messages/{id}/forward",
      ids: [messageId],
      body,
      keyed: true,
      answer: "record",
      options,
    });
  }
}
