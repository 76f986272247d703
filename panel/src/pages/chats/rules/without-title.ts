/** Removes the title from the start of a text if a card already shows that title. @returns null if nothing remains. */
export function withoutTitle(body: string | null, title: string | null | undefined): string | null {
  if (body === null || body === "") return null;
  if (title === null || title === undefined || title === "" || !body.startsWith(title)) return body;
  const rest = body.slice(title.length);
  if (rest.trim() === "") return null;
  return /^\s*\n/.test(rest) ? rest.trimStart() : body;
}
