// Made from docs/openapi.json by `npm run docs`.
import type { Answer } from "../answer.ts";
import type { List } from "../page.ts";
import { type Body, type Data, type Item, type Query, Resource } from "../resource.ts";
import type { CallOptions, KeyedOptions } from "../transport.ts";
import type {
  NotesCreateData,
  NotesCreateResponses,
  NotesDeleteResponses,
  NotesListData,
  NotesListResponses,
  NotesUpdateData,
  NotesUpdateResponses,
} from "../types.ts";

/** The calls of `notes`. */
export class Notes extends Resource {
  /** List the notes of a chat, newest first. Any API key. */
  list(
    instanceId: string,
    chatId: string,
    query?: Query<NotesListData>,
    options?: CallOptions,
  ): List<Item<NotesListResponses>> {
    return this.callList({
      method: "GET",
      path: "/v1/instances/{id}/chats/{chat}/notes",
      ids: [instanceId, chatId],
      query,
      answer: "links",
      options,
    });
  }

  /** Write a note in a chat, which only your team can see. A full key. */
  create(
    instanceId: string,
    chatId: string,
    body: Body<NotesCreateData>,
    options?: KeyedOptions,
  ): Answer<Data<NotesCreateResponses>> {
    return this.callOne({
      method: "POST",
      path: "/v1/instances/{id}/chats/{chat}/notes",
      ids: [instanceId, chatId],
      body,
      keyed: true,
      answer: "record",
      options,
    });
  }

  /** Change a note's text. A full key. */
  update(
    instanceId: string,
    chatId: string,
    noteId: string,
    body: Body<NotesUpdateData>,
    options?: CallOptions,
  ): Answer<Data<NotesUpdateResponses>> {
    return this.callOne({
      method: "PATCH",
      path: "/v1/instances/{id}/chats/{chat}/notes/{note}",
      ids: [instanceId, chatId, noteId],
      body,
      answer: "record",
      options,
    });
  }

  /** Delete a note. A full key. */
  delete(
    instanceId: string,
    chatId: string,
    noteId: string,
    options?: CallOptions,
  ): Answer<Data<NotesDeleteResponses>> {
    return this.callOne({
      method: "DELETE",
      path: "/v1/instances/{id}/chats/{chat}/notes/{note}",
      ids: [instanceId, chatId, noteId],
      gone: "not_found",
      answer: "none",
      options,
    });
  }
}
