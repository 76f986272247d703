import type { Described, Schema } from "./described-requests.ts";
import { placeholder } from "./described-requests.ts";
import { type RawRequest, VALUE_PLACE } from "./odd-requests.ts";

/** A request in which a single value is far too large, and the location of that value. */
export interface HugeRequest extends RawRequest {
  where: string;
}

/** Almost the size of the largest body that the API parses. */
const BODY_CHARS = 5 * 1024 * 1024;
/** The longest value that fits into a request line, and one that is longer than any id. */
const LINE_CHARS = [2_100, 9_000];

/**
 * When repeated, each of these makes a different kind of careless rule slow or deeply recursive: nested groups, digits,
 * white space, 3-byte characters.
 */
const PIECES = ["a/", "1", " ", "☃"] as const;
const huge = (piece: string, chars: number) => piece.repeat(Math.floor(chars / Buffer.byteLength(piece)));

/**
 * The values for a body's fields, as JSON. They are encoded only once, because each is used in thousands of bodies. A
 * route's first field gets the longest value. The others get a fifth of it, which is enough to keep any non-linear rule
 * busy for minutes and to exhaust the stack of a recursive rule.
 */
const [LONGEST, FIFTH] = [BODY_CHARS, BODY_CHARS / 5].map((chars) => [
  JSON.stringify(huge(PIECES[0], chars)),
  JSON.stringify(`a/a${huge(";a=a", chars)}`),
]);
const LONG = PIECES.slice(1).map((piece) => JSON.stringify(huge(piece, BODY_CHARS / 10)));
const LIST = JSON.stringify(Array(100_000).fill(0));

/** Creates huge values for each body field, path parameter, query parameter and header of an operation. */
export function hugeRequests(one: Described, named: Record<string, Schema>): HugeRequest[] {
  const request = (where: string, changed: Partial<RawRequest>): HugeRequest => ({
    from: one.id,
    method: one.method,
    path: one.path.replaceAll(/\{\w+\}/g, placeholder("instance")),
    query: "",
    headers: one.body ? { "content-type": "application/json" } : {},
    body: one.body && "{}",
    binary: false,
    ...changed,
    where: `${one.id} ${where}`,
  });
  const inLine = PIECES.flatMap((piece) => LINE_CHARS.map((chars) => huge(piece, chars)));
  const fields = one.body ? fieldsOf(one.body, named) : [];
  return [
    ...[...one.path.matchAll(/\{(\w+)\}/g)].flatMap(([whole, name]) =>
      inLine.map((value) => request(`{${name}}`, { path: one.path.replace(whole, encodeURIComponent(value)) })),
    ),
    ...one.parameters.flatMap(({ in: place, name }) => {
      if (place === "path") return [];
      return inLine.map((value) => {
        if (place === "header") return request(name, { headers: { [name]: value.replaceAll("☃", "x") } });
        return request(name, { query: `${name}=${encodeURIComponent(value)}` });
      });
    }),
    ...fields.flatMap((path, i) => {
      const values = [...((i === 0 ? LONGEST : FIFTH) ?? []), LONG[i % LONG.length] ?? "", LIST];
      return values.map((value) => request(path.join("."), { body: bodyWith(path), value }));
    }),
  ];
}

/**
 * Returns the path to each field as a list of names, including the fields of nested objects. A position in a list is 0.
 */
function fieldsOf(schema: Schema, named: Record<string, Schema>): string[][] {
  if (schema.$ref) return fieldsOf(named[schema.$ref.split("/").at(-1) ?? ""] ?? {}, named);
  const below = (name: string, inner: Schema) => [[name], ...fieldsOf(inner, named).map((rest) => [name, ...rest])];
  return [
    ...(schema.anyOf ?? []).flatMap((one) => fieldsOf(one, named)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => below(name, inner)),
    ...(schema.items ? below("0", schema.items) : []),
  ];
}

/** Returns a body with `VALUE_PLACE` at a path. */
function bodyWith(path: string[]): string {
  const at = path.reduceRight(
    (inner: unknown, name) => (name === "0" ? [inner] : { [name]: inner }),
    JSON.parse(VALUE_PLACE),
  );
  // A route that looks up its instance before checking the body needs a valid instance to get that far.
  const isSend = path[0] !== "instance_id";
  return JSON.stringify({ ...(isSend && { instance_id: placeholder("instance") }), ...(at as object) });
}
