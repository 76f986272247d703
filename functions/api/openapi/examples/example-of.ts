import * as z from "zod";
import { phoneChat } from "../../../../core/domain/messages/chat-id.ts";
import { IDS, PHONE, RECORDS, TIME } from "./records.ts";

/** Example values by field name, at any nesting depth. */
const BY_NAME: Record<string, unknown> = {
  instance_id: IDS.instance,
  message_id: IDS.message,
  event_id: IDS.event,
  key_id: IDS.key,
  user_id: null,
  owner: IDS.instance,
  phone: PHONE,
  from: PHONE,
  by: PHONE,
  vote: PHONE,
  reacted: PHONE,
  chat_id: phoneChat(PHONE),
  name: "Shop",
  subject: null,
  reference: "order-1042",
  external_ref: "shop-1",
  emoji: "👍",
  at: TIME,
  qr: "data:image/png;base64,iVBORw0KGgo=",
  value: "2@mR8x…,kD3p…,7Yf2…,1",
  picture_url: "https://files.example.com/picture.jpg",
  about: "Open from 9 to 18",
  next: null,
  next_cursor: null,
  next_after: IDS.event,
  paused: false,
  total: 1,
  current_page: 1,
  last_page: 1,
  per_page: 50,
  openapi: "3.1.0",
  role: "member",
  changed: ["url"],
  selected_options: ["Morning"],
  progress: { total: 120, waiting: 40, sent: 80, delivered: 78, read: 51, replied: 12, failed: 0, percent: 66 },
};

/**
 * Creates an example for a schema. In order of preference, uses a prepared record, the field's own `example`, the value
 * for the field's name, or the simplest value of its type. A test validates every example against its schema.
 */
export function exampleOf(schema: z.ZodType, name = ""): unknown {
  if (RECORDS.has(schema)) return RECORDS.get(schema);
  const own = schema.meta()?.example;
  if (own !== undefined) return own;
  if (name in BY_NAME && schema.safeParse(BY_NAME[name]).success) return BY_NAME[name];
  if (name.endsWith("_at") || name.endsWith("_until")) return schema.safeParse(null).success ? null : TIME;
  if (schema instanceof z.ZodObject) return objectExample(schema);
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element as z.ZodType, name)]; // a plain schema
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return exampleOf(schema.unwrap() as z.ZodType, name); // a plain schema
  }
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options[0] as z.ZodType, name); // a plain schema
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodRecord) return {};
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return Math.max(1, schema.minValue ?? 1);
  return schema.safeParse(null).success ? null : "text";
}

/** Includes all required fields, and any optional field whose value is determined by its name or an example. */
function objectExample(schema: z.ZodObject): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const isOptional = field.safeParse(undefined).success;
    if (isOptional && !(name in BY_NAME) && field.meta()?.example === undefined) continue;
    record[name] = exampleOf(field, name);
  }
  return record;
}
