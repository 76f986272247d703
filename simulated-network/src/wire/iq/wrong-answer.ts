import type { BinaryNode } from "@whiskeysockets/baileys";
import { parseAddress } from "../../format/addresses.ts";
import { node } from "../../format/nodes.ts";

/** A phone number and a group id that don't exist on the network. The number also serves as a private id. */
const NOBODY = "15550009999";
const NO_GROUP = "120363029999999999";

/**
 * Makes a response look like the response to a different query by replacing all people and groups. If the response
 * doesn't mention any, it becomes an unknown node. A refusal stays unchanged.
 */
export function aboutOthers(answer: BinaryNode): BinaryNode {
  if (answer.attrs.type === "error") return answer;
  const content = Array.isArray(answer.content) ? answer.content.map(ofOthers) : [];
  return { ...answer, content: content.some(namesSomebody) ? content : [node("unexpected", { t: "1" })] };
}

function ofOthers({ tag, attrs, content }: BinaryNode): BinaryNode {
  const address = parseAddress(attrs.jid);
  const changed = {
    ...attrs,
    ...(address && { jid: `${NOBODY}@${address.server}` }),
    ...(tag === "group" && attrs.id !== undefined && { id: NO_GROUP }),
  };
  return { tag, attrs: changed, content: Array.isArray(content) ? content.map(ofOthers) : content };
}

const namesSomebody = ({ attrs, content }: BinaryNode): boolean =>
  attrs.jid !== undefined || attrs.id === NO_GROUP || (Array.isArray(content) && content.some(namesSomebody));
