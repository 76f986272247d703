import { fillTemplate, readTemplate } from "./placeholders.ts";

/** The text of one person's message: filled in, with the opt-out line of the broadcast's language. */
export function broadcastText(
  { text }: { text: string; language: string },
  { name, fields }: { name: string | null; fields: Readonly<Record<string, string>> },
): string {
  const read = readTemplate(text);
  if ("fault" in read) return text;
  const filled = fillTemplate(read.template, { ...(name !== null && { name }), ...fields });
  return "text" in filled ? filled.text : text;
}
