import type { ForeignNode } from "../../inbound/bounds/node.ts";
import { partOf } from "../../inbound/bounds/node.ts";
import { takenSeconds } from "../../inbound/bounds/numbers.ts";
import { takenName } from "../../inbound/bounds/texts.ts";
import { takenEnd } from "../../inbound/bounds/times.ts";
import { memberOf, readMember } from "../../inbound/group-node.ts";
import type { MemberAnswer } from "../group-side.ts";
import type { QueriedPerson } from "./named-people.ts";

const DONE = 200;
/** The code for people the network doesn't know, for whom it returns nothing. */
const NOBODY = 404;
const LONGEST_INVITE_CHARS = 200;

/** Returns the network's response for each person in a query. @param node contains a `participant` for each of them. */
export function memberAnswers(node: ForeignNode, people: readonly QueriedPerson[]): MemberAnswer[] {
  const told = new Map<string, Omit<MemberAnswer, "person">>();
  for (const part of node.parts) {
    const member = part.tag === "participant" ? readMember(part) : null;
    if (!member) continue;
    const { id, phone } = memberOf(member);
    const answer = { id, phone, code: codeOf(part), invite: inviteIn(part) };
    for (const name of [id, member.otherId]) if (name !== null && !told.has(name)) told.set(name, answer);
  }
  return people.map(({ person, jid, phone }) => {
    const answer = told.get(jid) ?? told.get(phone ?? "");
    const digits = phone === null ? null : (phone.split("@")[0] ?? null);
    if (!answer) return { person, id: jid, phone: digits, code: NOBODY, invite: null };
    return { person, ...answer, phone: answer.phone ?? digits };
  });
}

function codeOf({ attrs }: ForeignNode): number {
  if (attrs.error === undefined) return DONE;
  return takenSeconds(attrs.error) ?? NOBODY;
}

/** Returns the data needed to invite a person by message. */
function inviteIn(node: ForeignNode): MemberAnswer["invite"] {
  const request = partOf(node, "add_request");
  const code = takenName(request?.attrs.code)?.slice(0, LONGEST_INVITE_CHARS);
  if (!request || code === undefined) return null;
  const seconds = takenSeconds(request.attrs.expiration);
  return { code, expires_at: seconds === null ? null : takenEnd(seconds * 1000) };
}
