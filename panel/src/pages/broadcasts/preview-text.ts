import type { GivenPerson } from "../../../../core/contracts/people-files/given-people.ts";

/** Fills in a text's placeholders for this person. `{{` and `}}` stand for literal braces. */
export function previewText(text: string, { name, fields = {} }: Pick<GivenPerson, "name" | "fields">): string {
  return text.replaceAll(/\{\{|\}\}|\{(\w+)(?:\|([^{}]*))?\}/g, (whole, field?: string, fallback?: string) => {
    if (whole === "{{") return "{";
    if (whole === "}}") return "}";
    return (field === "name" ? name : fields[field ?? ""]) ?? fallback ?? `{${field}}`;
  });
}
