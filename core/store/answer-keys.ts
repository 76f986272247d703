import type { AccountId, InstanceId, SavedReplyId } from "../contracts/ids.ts";
import type { Key } from "./table.ts";

/** The keys for menus, AI agents, and auto-replies; part of `keys`. */
export const answerKeys = {
  /**
   * The switches for an instance's automations. This item is read for every received message, so nothing else is stored
   * in it.
   */
  automations: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "BOTS" }),
  /** The AI agent's settings, including its sealed key. */
  agent: (instance: InstanceId): Key => ({ pk: `INST#${instance}#ANSWER`, sk: "AGENT" }),
  /** The latest result from the agent's provider. */
  agentState: (instance: InstanceId): Key => ({ pk: `INST#${instance}#ANSWER`, sk: "AGENT#STATE" }),
  /** The number of answers and tokens on a local day, such as `2026-11-20`. */
  agentDay: (instance: InstanceId, day: string): Key => ({ pk: `INST#${instance}#ANSWER`, sk: `AGENT#DAY#${day}` }),
  menu: (instance: InstanceId): Key => ({ pk: `INST#${instance}#ANSWER`, sk: "MENU" }),
  /** A file stored for the menu. Pass "" as the file to get the prefix of all files. */
  menuFile: (instance: InstanceId, file: string): Key => ({
    pk: `INST#${instance}#ANSWER`,
    sk: `MENU#FILE#${file}`,
  }),
  /** One of the team's saved replies. Pass "" as the reply to get the prefix of all replies. */
  savedReply: (account: AccountId, reply: SavedReplyId): Key => ({
    pk: `ACC#${account}#REPLIES`,
    sk: `REPLY#${reply}`,
  }),
  /** Maps shortcuts to replies. */
  shortcuts: (account: AccountId): Key => ({ pk: `ACC#${account}#REPLIES`, sk: "SHORTCUTS" }),
  /** A file stored for a saved reply. Pass "" as the file to get the prefix of all files. */
  savedFile: (account: AccountId, file: string): Key => ({ pk: `ACC#${account}#REPLIES`, sk: `FILE#${file}` }),
  autoReply: (instance: InstanceId): Key => ({ pk: `INST#${instance}#ANSWER`, sk: "AUTO" }),
  /** The automations' state for a person's chat. */
  chatState: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#CHAT`, sk: person }),
};
