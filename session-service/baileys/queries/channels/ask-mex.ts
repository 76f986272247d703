import { type BinaryNode, getBinaryNodeChild, type WASocket } from "@whiskeysockets/baileys";
import { AnswerUnknown, knownAnswer } from "../../shared/known-answer.ts";
import { NetworkRefusal, refusalOf } from "../../shared/network-refusals.ts";
import { CHANNEL_QUERIES, type ChannelQuery, type MexQuery } from "./query-ids.ts";

/** Thrown if the network no longer supports a query, or answers in a format that we don't know. */
export class NotUnderstood extends Error {
  /** Whether the command may still have been carried out. */
  readonly mayBeDone: boolean;
  constructor(query: ChannelQuery | "posts", mayBeDone: boolean) {
    super(`The gateway and the network are no longer compatible: ${query}.`);
    this.name = "NotUnderstood";
    this.mayBeDone = mayBeDone;
  }
}

/** The dependencies of channel queries. */
export interface MexTools {
  sock: Pick<WASocket, "query">;
  monotonicMs: () => number;
  /**
   * Called if the network no longer recognizes a query's number, or answers the query in a new format. `query` is the
   * query's name and number.
   */
  noteUnknown: (query: string, why: string) => void;
}

/** Codes that mean a refusal. 400 isn't among them, because it means that the query itself is wrong. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 404, 406, 409, 410, 419, 420, 423, 429, 451]);
/** The maximum size of an answer, enough for over a thousand channels with their descriptions. */
const LONGEST_ANSWER_BYTES = 8 * 1024 * 1024;

/**
 * Sends a channel query to the network, trying each of the query's numbers until the network recognizes one.
 * @returns the value at the query's path. @throws NetworkRefusal, AnswerUnknown, NotUnderstood
 */
export async function askMex(
  tools: MexTools,
  name: ChannelQuery,
  variables: Record<string, unknown>,
): Promise<unknown> {
  const { ids, path, changes }: MexQuery = CHANNEL_QUERIES[name];
  for (const { id, also } of ids) {
    const answer = await askOne(tools, name, id, { ...variables, ...also });
    if (answer.kind === "refused") throw new NetworkRefusal(answer.code, `a question about channels: ${name}`);
    if (answer.kind === "data" && answer.data[path] !== undefined) return answer.data[path];
    tools.noteUnknown(`${name} ${id}`, answer.kind === "unknown" ? answer.why : "an answer of another shape");
    // With such an answer, the request may still have been carried out.
    if (changes && answer.kind !== "unknown") throw new NotUnderstood(name, true);
  }
  throw new NotUnderstood(name, false);
}

/** Reports an answer that is in the right place but has an unknown shape, and creates the error for it. */
export function otherShape({ noteUnknown }: MexTools, name: ChannelQuery): NotUnderstood {
  const { ids, changes }: MexQuery = CHANNEL_QUERIES[name];
  noteUnknown(`${name} ${ids[0].id}`, "an answer of another shape");
  return new NotUnderstood(name, changes);
}

type MexAnswer =
  | { kind: "data"; data: Record<string, unknown> }
  | { kind: "refused"; code: number }
  | { kind: "unknown"; why: string }
  | { kind: "shapeless" };

async function askOne(
  { sock, monotonicMs }: MexTools,
  name: ChannelQuery,
  query_id: string,
  variables: Record<string, unknown>,
): Promise<MexAnswer> {
  const content: BinaryNode[] = [
    { tag: "query", attrs: { query_id }, content: Buffer.from(JSON.stringify({ variables })) },
  ];
  const attrs = { to: "@s.whatsapp.net", type: "get", xmlns: "w:mex" };
  try {
    const answer = await knownAnswer(name, monotonicMs, () => sock.query({ tag: "iq", attrs, content }));
    if (!answer) throw new AnswerUnknown(name);
    return read(getBinaryNodeChild(answer, "result")?.content);
  } catch (error) {
    const refusal = refusalOf(error, name);
    if (!(refusal instanceof NetworkRefusal)) throw error;
    return judged(refusal.code, "");
  }
}

function read(content: BinaryNode["content"]): MexAnswer {
  const isText = typeof content === "string" || content instanceof Uint8Array;
  if (!isText || content.length > LONGEST_ANSWER_BYTES) return { kind: "shapeless" };
  let said: unknown;
  try {
    said = JSON.parse(Buffer.from(content).toString("utf8"));
  } catch {
    return { kind: "shapeless" };
  }
  const [first] = listIn(fieldOf(said, "errors"));
  if (first !== undefined) {
    const text = fieldOf(first, "message");
    return judged(Number(fieldOf(fieldOf(first, "extensions"), "error_code")), typeof text === "string" ? text : "");
  }
  const data = fieldOf(said, "data");
  return isObject(data) ? { kind: "data", data: { ...data } } : { kind: "shapeless" };
}

function judged(code: number, text: string): MexAnswer {
  const isRefusal = REFUSALS.has(code) || code >= 500;
  // The text is from the network and goes into the operator's log, so truncate it.
  return isRefusal ? { kind: "refused", code } : { kind: "unknown", why: `${code} ${text.slice(0, 100)}` };
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a field of a value that may be an object, or undefined if there is no such field. */
export const fieldOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/** Returns the items of a value that is expected to be a list, or an empty list if it isn't one. */
export const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
