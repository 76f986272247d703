/** The reference's path, relative to the address of the panel or the local gateway. */
export const REFERENCE_PLACE = "/docs/reference";

/** The parts of the API description that the reference's links depend on. */
export interface LinkedDocument {
  paths: Record<string, Record<string, { operationId: string; tags?: string[] }>>;
}

/** An operation, and where it is in the reference. */
interface OperationLink {
  method: string;
  /** The path, with `{}` in place of every id. */
  path: string;
  tag: string;
  href: string;
}

/**
 * A request as mentioned in a text: `POST /v1/messages`, or `POST …/groups/join` if the start of the path is clear from
 * the context.
 */
const NAMED = /^(GET|POST|PUT|PATCH|DELETE) (\/v1|…)(\/[^\s?]+)(?:\?\S*)?$/;

/** Returns the link to an operation in the reference. */
const operationHref = (id: string, tag: string): string => `${REFERENCE_PLACE}#tag/${tag}/operation/${id}`;

const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");

/** Returns all operations in the description, shortest paths first. */
function operationsOf({ paths }: LinkedDocument): OperationLink[] {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, tags: [tag = ""] = [] }]) => ({
      method: method.toUpperCase(),
      path: withoutNames(path),
      tag,
      href: operationHref(operationId, tag),
    })),
  );
  return all.sort((a, b) => a.path.length - b.path.length);
}

/**
 * Returns a function that finds the reference link for a request mentioned in a text, or null for any other text. If
 * several requests of the same kind have the same ending, such as `…/webhook/test`, the request with the shortest path
 * is used. If they are of different kinds, the result is null.
 */
export function operationLinks(document: LinkedDocument): (text: string) => string | null {
  const operations = operationsOf(document);
  return (text) => {
    const [, method, start, rest = ""] = NAMED.exec(text) ?? [];
    const end = withoutNames(rest);
    const isNamed = (one: OperationLink) =>
      one.method === method && (start === "…" ? one.path.endsWith(end) : one.path === `/v1${end}`);
    const [first, ...others] = operations.filter(isNamed);
    return first && others.every(({ tag }) => tag === first.tag) ? first.href : null;
  };
}
