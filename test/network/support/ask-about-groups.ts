import type { BinaryNode } from "@whiskeysockets/baileys";
import type { BaileysClient } from "./baileys-client.ts";

/** The time limit for a query. A list of hundreds of large groups takes a while on a busy machine. */
const PATIENCE_MS = 30_000;

/** Sends a group query in the form that the product's own queries have. @returns the content of the response. */
export async function askAboutGroups(
  client: BaileysClient,
  type: "get" | "set",
  to: string,
  content: BinaryNode,
): Promise<BinaryNode[]> {
  const question = { tag: "iq", attrs: { type, xmlns: "w:g2", to }, content: [content] };
  const answer = await client.socket.query(question, PATIENCE_MS);
  return childrenOf(answer);
}

/** Creates a node. */
export const tag = (name: string, attrs: Record<string, string> = {}, content?: BinaryNode["content"]): BinaryNode => ({
  tag: name,
  attrs,
  ...(content !== undefined && { content }),
});

/** Returns the nodes that refer to people in a request. */
export const people = (...addresses: string[]): BinaryNode[] => addresses.map((jid) => tag("participant", { jid }));

/** Returns a node's child nodes, or only those with the given tag. */
export function childrenOf(node: BinaryNode | undefined, name?: string): BinaryNode[] {
  const content = Array.isArray(node?.content) ? node.content : [];
  return name === undefined ? content : content.filter((child) => child.tag === name);
}

/** A group change as reported by the network, one per notice. */
export interface ToldChange {
  readonly from: string;
  /** The address of the person who made the change. */
  readonly by: string;
  readonly change: BinaryNode;
}

/** Collects the group changes that the network reports from now on. */
export function collectGroupChanges(client: BaileysClient): ToldChange[] {
  const told: ToldChange[] = [];
  client.socket.ws.on("CB:notification", ({ attrs, content }: BinaryNode) => {
    const [change] = Array.isArray(content) ? content : [];
    const { from = "", participant = "", type } = attrs;
    if (change && (type === "w:gp2" || type === "picture")) told.push({ from, by: participant, change });
  });
  return told;
}
