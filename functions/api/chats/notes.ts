import * as z from "zod";
import { Note, WriteNoteBody } from "../../../core/contracts/chats/note.ts";
import { ID_PREFIXES, pathId } from "../../../core/contracts/ids.ts";
import { LIMITS } from "../../../core/contracts/limits.ts";
import { CursorMeta, Links, pageUrl } from "../../../core/contracts/pagination.ts";
import { findChat } from "../../../core/operations/chats/find-chat.ts";
import { createNote as create, replayNote } from "../../../core/operations/notes/create-note.ts";
import { deleteNote as remove } from "../../../core/operations/notes/delete-note.ts";
import { presentNote, presentNotes } from "../../../core/operations/notes/present-notes.ts";
import { readNotes } from "../../../core/operations/notes/read-notes.ts";
import { updateNote as update } from "../../../core/operations/notes/update-note.ts";
import { replyMade } from "../idempotent.ts";
import { givenCursor, listPlaces } from "../list-place.ts";
import { queryInteger } from "../query-types.ts";
import { reply, replyList } from "../reply.ts";
import { route } from "../route.ts";
import { ChatParams } from "./chat-params.ts";

const NoteParams = ChatParams.extend({
  note: pathId(ID_PREFIXES.note, "not_found").meta({
    description: "The note's id",
    example: "note_01JD3X4Y5Z6A7B8C9D0E1F2G3H",
  }),
});

/**
 * GET /v1/instances/{id}/chats/{chat}/notes: lists the notes about a chat, which only the team can see.
 * docs/decisions/0217.
 */
const listNotes = route("notes.list", {
  summary: "List the notes of a chat, newest first",
  params: ChatParams,
  query: z.object({
    limit: queryInteger("limit", 1, LIMITS.notesPageMax).optional(),
    cursor: givenCursor(),
  }),
  responses: {
    200: {
      description:
        "A page of notes. Follow links.next until it is null. Notes are stored for 30 days, or less if the account's retention period is shorter. They are deleted with their chat",
      schema: z.object({ data: z.array(Note), links: Links, meta: CursorMeta }),
      raw: true,
    },
  },
  errors: ["instance_not_found", "chat_not_found"],
  async handle({ caller, deps, params, query, now, baseUrl }) {
    const { limit = LIMITS.notesPageDefault } = query;
    const { chat } = await findChat(deps, caller, params.id, params.chat);
    const places = listPlaces(deps, "notes", [caller.account_id, chat.instance_id, chat.type, chat.key]);
    const { offset, after } = await places.open(query);
    const page = await readNotes(deps.table, chat, { limit, after }, now);
    const data = await presentNotes(deps.table, caller.account_id, chat, page.notes);
    const next_cursor = await places.seal(offset + data.length, page.next);
    const address = `${baseUrl}/v1/instances/${params.id}/chats/${encodeURIComponent(params.chat)}/notes`;
    const next = next_cursor && pageUrl(address, { limit: query.limit, cursor: next_cursor });
    return replyList(data, next, { per_page: limit, next_cursor });
  },
});

/** POST /v1/instances/{id}/chats/{chat}/notes: returns 201 with the new note. */
const createNote = route("notes.create", {
  summary: "Write a note in a chat, which only your team can see",
  params: ChatParams,
  body: WriteNoteBody,
  responses: {
    201: { description: "The note, which only your team can see", schema: Note },
    200: { description: "A retry with the same Idempotency-Key: the current state of the first note", schema: Note },
  },
  errors: ["instance_not_found", "chat_not_found", "conflict"],
  prepare: async ({ caller, deps, rawParams }) => ({
    ready: await findChat(deps, caller, rawParams.id ?? "", rawParams.chat ?? ""),
  }),
  idempotent: {
    retry: "a retry returns the first note",
    async replay({ caller, deps, ready }, key) {
      const first = await replayNote(deps, ready, key);
      return first && presentNote(deps.table, caller.account_id, ready.chat, first);
    },
  },
  async handle({ caller, deps, ready, idempotencyKey: idempotency_key, body: { text } }) {
    const { note, replayed } = await create(deps, caller, ready, { text, idempotency_key });
    return replyMade(201, await presentNote(deps.table, caller.account_id, ready.chat, note), replayed);
  },
});

/** PATCH /v1/instances/{id}/chats/{chat}/notes/{note}: only the note's author may change it. */
const updateNote = route("notes.update", {
  summary: "Change a note's text",
  params: NoteParams,
  body: WriteNoteBody,
  responses: { 200: { description: "The updated note", schema: Note } },
  errors: ["instance_not_found", "chat_not_found", "not_found", "key_not_allowed"],
  async handle({ caller, deps, params, body: { text } }) {
    const { chat } = await findChat(deps, caller, params.id, params.chat);
    const note = await update(deps, caller, chat, { id: params.note, text });
    return reply(200, await presentNote(deps.table, caller.account_id, chat, note));
  },
});

/**
 * DELETE /v1/instances/{id}/chats/{chat}/notes/{note}: users may delete their own notes; admins and keys with full
 * access may delete any note.
 */
const deleteNote = route("notes.delete", {
  summary: "Delete a note",
  params: NoteParams,
  responses: { 204: { description: "Deleted" } },
  errors: ["instance_not_found", "chat_not_found", "not_found"],
  async handle({ caller, deps, params }) {
    const { chat } = await findChat(deps, caller, params.id, params.chat);
    await remove(deps, caller, chat, params.note);
    return reply(204);
  },
});

/** The routes for the notes of a chat. */
export const routes = [listNotes, createNote, updateNote, deleteNote];
