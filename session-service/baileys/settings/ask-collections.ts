import {
  type BinaryNode,
  DisconnectReason,
  extractSyncdPatches,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  type proto,
  S_WHATSAPP_NET,
  type WAPatchName,
  type WASocket,
} from "@whiskeysockets/baileys";
import { foreignNode } from "../inbound/bounds/node.ts";
import { takenSeconds } from "../inbound/bounds/numbers.ts";
import { AnswerUnknown } from "../shared/known-answer.ts";
import { refusalOf } from "../shared/network-refusals.ts";

/** A requested collection. */
export interface AskedCollection {
  name: WAPatchName;
  /** Our version of the collection. 0 means that we have none, in which case the network sends the whole collection. */
  version: number;
  /** Our change, based on that version. */
  patch?: Uint8Array;
}

/** The network's answer for one collection. */
export interface AnsweredCollection {
  /** The refusal code inside the result, or null if the collection was not refused. */
  error: number | null;
  snapshot: proto.ISyncdSnapshot | undefined;
  patches: proto.ISyncdPatch[];
  hasMore: boolean;
}

/** The code for a patch that isn't based on the latest version. */
export const CONFLICT = 409;
/** The code to use for a refusal without a readable code. */
const NO_CODE = 500;

/**
 * Requests the changes to some of the phone's settings collections, or sends our change.
 * @param downloads options for the library's downloads. @throws AnswerUnknown, or NetworkRefusal for the whole query.
 */
export async function askCollections(
  sock: Pick<WASocket, "query">,
  downloads: RequestInit,
  asked: AskedCollection[],
  timeoutMs: number,
): Promise<Map<string, AnsweredCollection>> {
  const sync = { tag: "sync", attrs: {}, content: asked.map(collectionNode) };
  const iq = { tag: "iq", attrs: { to: S_WHATSAPP_NET, type: "set", xmlns: "w:sync:app:state" }, content: [sync] };
  // The declared type doesn't show that a query without a response resolves to undefined.
  const answer: BinaryNode | undefined = await sock.query(iq, timeoutMs).catch((error: unknown) => {
    if (statusOf(error) === DisconnectReason.timedOut) return undefined;
    throw refusalOf(error, "a question about the settings");
  });
  if (!answer) throw new AnswerUnknown("the settings that the phone shares");
  const errors = errorsIn(answer);
  const read = Object.entries(await extractSyncdPatches(answer, downloads));
  return new Map(
    read.map(([name, { snapshot, patches, hasMorePatches }]) => [
      name,
      { error: errors.get(name) ?? null, snapshot, patches, hasMore: hasMorePatches },
    ]),
  );
}

/** Returns the library's own status code for an error, such as "timed out". */
function statusOf(error: unknown): unknown {
  const output: unknown = error instanceof Error ? Reflect.get(error, "output") : undefined;
  return typeof output === "object" && output !== null ? Reflect.get(output, "statusCode") : undefined;
}

function collectionNode({ name, version, patch }: AskedCollection): BinaryNode {
  const attrs = { name, version: String(version), return_snapshot: String(version === 0 && !patch) };
  return { tag: "collection", attrs, ...(patch && { content: [{ tag: "patch", attrs: {}, content: patch }] }) };
}

function errorsIn(answer: BinaryNode): Map<string, number> {
  const collections = getBinaryNodeChildren(getBinaryNodeChild(answer, "sync"), "collection");
  return new Map(
    collections.flatMap((collection): [string, number][] => {
      const error = getBinaryNodeChild(collection, "error");
      const isRefused = error !== undefined || collection.attrs.type === "error";
      const code = error && takenSeconds(foreignNode(error).attrs.code);
      return isRefused && collection.attrs.name !== undefined ? [[collection.attrs.name, code ?? NO_CODE]] : [];
    }),
  );
}
