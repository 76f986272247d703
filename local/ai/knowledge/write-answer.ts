import { fieldsOf } from "../wire/narrow.ts";
import type { PromptAnswer } from "./answer-question.ts";

/** Writes the answer's text: the fields that the format asks for, as JSON; without a format, only the reply. */
export function writeAnswer(answer: PromptAnswer, format: unknown): string {
  const { type, schema } = fieldsOf(format);
  if (type !== "json_schema") return answer.reply;
  const names = Object.keys(fieldsOf(fieldsOf(schema).properties));
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, Object(answer)[name] ?? null])));
}

/** Estimates a text's tokens by the usual rule of thumb. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);
