import type { BinaryNode } from "@whiskeysockets/baileys";
import type { NetworkGroup } from "../../../../core/domain/groups/group.ts";
import { type ForeignNode, foreignNode, partOf } from "../../inbound/bounds/node.ts";
import { takenName } from "../../inbound/bounds/texts.ts";
import { readGroupNode } from "../../inbound/group-node.ts";
import { AnswerUnknown } from "../../shared/known-answer.ts";

const CODE = /^[\w-]{1,100}$/;

/** Returns the part of a response with this tag. @throws AnswerUnknown if the response has an unknown shape. */
export function answerPart(answer: BinaryNode, tag: string, what: string): ForeignNode {
  const part = partOf(foreignNode(answer), tag);
  if (!part) throw new AnswerUnknown(what);
  return part;
}

/** Returns the group in a response. @throws AnswerUnknown */
export function groupIn(answer: BinaryNode, what: string, now: Date): NetworkGroup {
  const group = readGroupNode(answerPart(answer, "group", what), now);
  if (!group) throw new AnswerUnknown(what);
  return group;
}

/** Returns the code from a group's invite link. @throws AnswerUnknown */
export function inviteCode(answer: BinaryNode, what: string): string {
  const code = takenName(answerPart(answer, "invite", what).attrs.code);
  if (code === null || !CODE.test(code)) throw new AnswerUnknown(what);
  return code;
}
