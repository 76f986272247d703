import { fillTemplate, readTemplate } from "../../contracts/placeholders.ts";
import { withOptOutLine } from "./opt-out-line.ts";

/** Builds the text for one person, with the placeholders filled in and the opt-out line in the broadcast's language. */
export function broadcastText(
  { text, language }: { text: string; language: string },
  { name, fields }: { name: string | null; fields: Readonly<Record<string, string>> },
): string {
  const read = readTemplate(text);
  if ("fault" in read) return withOptOutLine(text, language);
  const filled = fillTemplate(read.template, { ...(name !== null && { name }), ...fields });
  return withOptOutLine("text" in filled ? filled.text : text, language);
}
