import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  jidDecode,
  USyncQuery,
} from "@whiskeysockets/baileys";
import { AnswerUnknown } from "../shared/known-answer.ts";

/** The library's representation of a query. Its types omit the names of the protocols. */
interface Question {
  users: { id?: string | undefined }[];
  protocols: { name: string }[];
}

/**
 * Turns an incomplete answer about people into an error. If a person is missing from an answer, the library assumes
 * that they have no devices or no private id, and continues without them. An answer that includes a person but lists
 * nothing for them is complete and is accepted. Patches the library for the whole process. Calling it again has no
 * effect.
 */
export function requireCompleteAnswers(): void {
  const { prototype } = USyncQuery;
  const parse = prototype.parseUSyncQueryResult;
  if (parse.name === "parseComplete") return;
  prototype.parseUSyncQueryResult = function parseComplete(result) {
    if (!isComplete(this as unknown as Question, result)) throw new AnswerUnknown("everything about people");
    return parse.call(this, result);
  };
}

/** Whether the answer covers every queried address, and includes the devices if they were requested. */
function isComplete({ users, protocols }: Question, result: BinaryNode | undefined): boolean {
  const list = getBinaryNodeChild(getBinaryNodeChild(result, "usync"), "list");
  const wantsDevices = protocols.some(({ name }) => name === "devices");
  const said = getBinaryNodeChildren(list, "user").filter(
    (user) => !wantsDevices || getBinaryNodeChild(user, "devices") !== undefined,
  );
  const told = new Set(said.map(({ attrs }) => userOf(attrs.jid)));
  return users.every(({ id }) => id === undefined || told.has(userOf(id)));
}

const userOf = (address: string | undefined) => jidDecode(address)?.user;
