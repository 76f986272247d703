import type { AccountId, InstanceId, SavedReplyId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for menus, AI agents and auto-replies: a part of `keys`. */
export const answerKeys = {
  /** Which of an instance's automations are on. Every received message reads it, so it holds only these switches. */
  automations: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "BOTS" }),
  /** The AI agent's settings and its sealed key. */
  agent: (instance: InstanceId): Key => ({ pk: `INST#${instance}#ANSWER`, sk: "AGENT" }),
  /** The provider's latest result. */
  agentState: (instance: InstanceId): Key => ({ pk: `INST#${instance}#ANSWER`, sk: "AGENT#STATE" }),
  /** The answers and tokens of one local day, `2026-11-20`. */
  agentDay: (instance: InstanceId, day: string): Key => ({ pk: `INST#${instance}#ANSWER`, sk: `AGENT#DAY#${day}` }),
  menu: (instance: InstanceId): Key => ({ pk: `INST#${instance}#ANSWER`, sk: "MENU" }),
  /** A file that was stored for the menu; '' is the prefix of all files. */
  menuFile: (instance: InstanceId, file: string): Key => ({
    pk: `INST#${instance}#ANSWER`,
    sk: `MENU#FILE#${file}`,
  }),
  /** A saved reply of the team; '' is the prefix of all. */
  savedReply: (account: AccountId, reply: SavedReplyId): Key => ({
    pk: `ACC#${account}#REPLIES`,
    sk: `REPLY#${reply}`,
  }),
  /** Which reply has which shortcut. */
  shortcuts: (account: AccountId): Key => ({ pk: `ACC#${account}#REPLIES`, sk: "SHORTCUTS" }),
  /** A file that was stored for a saved reply; '' is the prefix of all. */
  savedFile: (account: AccountId, file: string): Key => ({ pk: `ACC#${account}#REPLIES`, sk: `FILE#${file}` }),
  autoReply: (instance: InstanceId): Key => ({ pk: `INST#${instance}#ANSWER`, sk: "AUTO" }),
  /** A person's chat as the automations know it. */
  chatState: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#CHAT`, sk: person }),
};
