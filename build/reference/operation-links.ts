/** The reference's address, below the panel's and the local gateway's. */
export const REFERENCE_PLACE = "/docs/reference";

/** The part of the API's description that its addresses are made of. */
export interface LinkedDocument {
  paths: Record<string, Record<string, { operationId: string; tags?: string[] }>>;
}

/** One operation, and where the reference shows it. */
interface OperationLink {
  method: string;
  /** With `{}` for every id. */
  path: string;
  tag: string;
  href: string;
}

/** A request as texts name it: `POST /v1/messages`, or `POST …/groups/join` for one whose beginning is clear. */
const NAMED = /^(GET|POST|PUT|PATCH|DELETE) (\/v1|…)(\/[^\s?]+)(?:\?\S*)?$/;

/** Returns where the reference shows an operation. */
const operationHref = (id: string, tag: string): string => `${REFERENCE_PLACE}#tag/${tag}/operation/${id}`;

const withoutNames = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");

/** Returns all operations of the description, those with the shortest paths first. */
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
 * Returns a function that finds where the reference shows a request that a text names; null for every other text. Of
 * several requests of one kind with the same end, such as `…/webhook/test`, it is the one with the shortest path; of
 * different kinds, none.
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
