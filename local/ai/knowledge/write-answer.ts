import { fieldsOf } from "../wire/narrow.ts";
import type { PromptAnswer } from "./answer-question.ts";

/**
 * Writes an answer's text: either the fields of the requested format as JSON, or just the reply if no format was
 * requested.
 */
export function writeAnswer(answer: PromptAnswer, format: unknown): string {
  const { type, schema } = fieldsOf(format);
  if (type !== "json_schema") return answer.reply;
  const names = Object.keys(fieldsOf(fieldsOf(schema).properties));
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, Object(answer)[name] ?? null])));
}

/** Estimates the number of tokens in a text by the usual rule of thumb. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
