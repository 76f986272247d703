import * as z from "zod";
import { LIMITS } from "../limits.ts";
import { words } from "../text.ts";

const time = z.string().meta({ description: "ISO 8601 with offset", example: "2026-11-20T09:30:00+00:00" });

const NoteAuthor = z
  .object({
    id: z.string().meta({ example: "usr_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    name: z
      .string()
      .nullable()
      .meta({ description: "null if they have not set a name, or have left the team", example: "Ana" }),
  })
  .meta({ id: "NoteAuthor" });

/** A note in a chat, visible only to the team. Our own addition: docs/decisions/0217. */
export const Note = z
  .object({
    id: z.string().meta({ example: "note_01JD3X4Y5Z6A7B8C9D0E1F2G3H" }),
    instance_id: z.string(),
    chat_id: z.string(),
    text: z.string().meta({ example: "Wants the blue one. Call back on Monday." }),
    author: NoteAuthor.nullable().meta({ description: "The panel user who wrote the note; null if an API key did" }),
    key_id: z
      .string()
      .nullable()
      .meta({ description: "The API key that wrote the note; null if a person did", example: null }),
    created_at: time,
    edited_at: time
      .nullable()
      .meta({ description: "When the text was last changed; null if it never was", example: null }),
  })
  .meta({ id: "Note" });
export type Note = z.infer<typeof Note>;

/** POST /v1/instances/{id}/chats/{chat}/notes, and PATCH for an existing note. */
export const WriteNoteBody = z
  .object({
    text: words("note", LIMITS.noteMaxChars).meta({
      description: "The text, which only your team sees and which is never sent to anyone",
    }),
  })
  .meta({ id: "WriteNote" });
