import { REPLY_FIELDS } from "../../contracts/answers/saved-reply.ts";
import { fieldsOf, readTemplate } from "../../contracts/placeholders.ts";

const VARIABLES = REPLY_FIELDS.map((field) => `{${field}}`).join(" and ");

/** Checks the text of a saved reply. @returns a sentence that describes the error, or null if the text is valid. */
export function replyTextFault(text: string): string | null {
  const read = readTemplate(text);
  if ("fault" in read) return `This brace does not begin a variable. Use ${VARIABLES}, and write {{ or }} for a brace.`;
  const known: readonly string[] = REPLY_FIELDS;
  const unknown = fieldsOf(read.template).find((field) => !known.includes(field));
  return unknown === undefined ? null : `There is no variable {${unknown}}. The variables are ${VARIABLES}.`;
}
