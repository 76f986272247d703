const ANSWER_MAX_CHARS = 500;

/** An answer in a filled-in form. */
export interface FormAnswer {
  name: string;
  value: string;
}

/** Returns a form's answers as text. Nested values are formatted as JSON. */
export const formAnswers = (response: Readonly<Record<string, unknown>>): FormAnswer[] =>
  Object.entries(response).map(([name, value]) => ({ name, value: textOf(value).slice(0, ANSWER_MAX_CHARS) }));

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ");
  return JSON.stringify(value) ?? "";
}
