import * as z from "zod";

/** The response header that lists the request's unknown parameters and fields. Spec: Endpoints. */
export const IGNORED = "X-Ignored";

const NAMES_MAX = 10;
const NAME_MAX_CHARS = 64;

/**
 * Lists a request's query parameters and body fields that its route doesn't support and therefore ignores, such as
 * misspelled names. A field within an object is listed as `object.field`; list entries aren't inspected. The names are
 * percent-encoded for use in a header, and at most 10 are listed.
 */
export function ignoredNames(
  schemas: { query?: z.ZodType | undefined; body?: z.ZodType | undefined },
  given: { query: object; body?: object | undefined },
): string[] {
  const query = schemas.query ? unknownIn(schemas.query, given.query) : Object.keys(given.query);
  const body = schemas.body && given.body ? unknownIn(schemas.body, given.body) : [];
  return [...new Set([...query, ...body].slice(0, NAMES_MAX).map(encoded))];
}

/** Percent-encodes as much of a name as fits. Characters aren't split, so the result can always be decoded. */
function encoded(name: string): string {
  let text = "";
  for (const character of name.slice(0, NAME_MAX_CHARS).toWellFormed()) {
    const more = encodeURIComponent(character);
    if (text.length + more.length > NAME_MAX_CHARS) break;
    text += more;
  }
  return text;
}

function unknownIn(schema: z.ZodType, given: unknown, within = ""): string[] {
  const object = unwrapped(schema);
  if (!(object instanceof z.ZodObject) || typeof given !== "object" || given === null || Array.isArray(given))
    return [];
  const shape: Record<string, z.ZodType> = object.shape;
  return Object.entries(given).flatMap(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return field ? unknownIn(field, value, `${within}${name}.`) : [`${within}${name}`];
  });
}

/** Returns the inner schema of an optional or nullable schema. */
function unwrapped(schema: z.ZodType): unknown {
  let inner: unknown = schema;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable) inner = inner.unwrap();
  return inner;
}
