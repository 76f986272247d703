import type { BinaryNode } from "@whiskeysockets/baileys";
import { SERVER } from "./addresses.ts";
import { node } from "./nodes.ts";

/** "Done", with what was asked for. */
export function iqResult(question: BinaryNode, content?: BinaryNode[]): BinaryNode {
  return node("iq", { from: SERVER, type: "result", id: question.attrs.id }, content);
}

/** "No", with a reason. */
export function iqError(question: BinaryNode, code: number, text: string): BinaryNode {
  return node("iq", { from: SERVER, type: "error", id: question.attrs.id }, [node("error", { code, text })]);
}
