/** One person of a pasted list. */
export interface GivenPerson {
  phone: string;
  name?: string;
}

const DIGITS_MIN = 5;
const DIGITS_MAX = 20;

/**
 * Reads a pasted list: a person a line, the phone first, a name behind a comma, semicolon or tab. Spaces, brackets and
 * hyphens in a phone are passed over. @returns the people, and the numbers of lines that hold no phone, from 1.
 */
export function givenPeople(text: string): { people: GivenPerson[]; wrongLines: number[] } {
  const people: GivenPerson[] = [];
  const wrongLines: number[] = [];
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === "") continue;
    const cut = line.search(/[,;\t]/);
    const first = (cut < 0 ? line : line.slice(0, cut)).replaceAll(/[\s()+.\-"']/g, "");
    const name =
      cut < 0
        ? ""
        : line
            .slice(cut + 1)
            .trim()
            .replaceAll(/^"|"$/g, "");
    const isPhone = /^\d+$/.test(first) && first.length >= DIGITS_MIN && first.length <= DIGITS_MAX;
    if (isPhone) people.push({ phone: first, ...(name !== "" && { name }) });
    else wrongLines.push(at + 1);
  }
  return { people, wrongLines };
}

/** A text with its placeholders filled as for this person; `{{` and `}}` are braces. */
export function previewText(text: string, name: string): string {
  return text.replaceAll(/\{\{|\}\}|\{(\w+)(?:\|([^{}]*))?\}/g, (whole, field?: string, fallback?: string) => {
    if (whole === "{{") return "{";
    if (whole === "}}") return "}";
    return field === "name" ? name : (fallback ?? `{${field}}`);
  });
}
