import { CANARY_PARTITION } from "../contracts/canary.ts";
import { FILE_SECRET_PARTITION } from "../contracts/files.ts";
import {
  type AccountId,
  type EventId,
  ID_PREFIXES,
  type InstanceId,
  type MessageId,
  type OtpId,
  type StatusId,
} from "../contracts/ids.ts";
import { OTP_SECRET_PARTITION } from "../contracts/otps/otp-states.ts";
import { answerKeys } from "./answer-keys.ts";
import { assistantKeys } from "./assistant-keys.ts";
import { broadcastKeys } from "./broadcast-keys.ts";
import { padded } from "./padded.ts";
import { peopleKeys } from "./people-keys.ts";
import type { Key } from "./table.ts";

/** Number of partitions of the lanes' sweep index. Sixteen take 16,000 puts a second. Our choice: docs/decisions. */
export const DUE_PARTITIONS = 16;

/**
 * Every key shape of the one table. The key of a tenant's data starts with the account or the instance that the caller
 * was checked for; docs/data-model.md says the purpose of each.
 */
export const keys = {
  account: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "ACCOUNT" }),
  /** The deployment's secret for hashing API keys and cursors, sealed. */
  pepper: (): Key => ({ pk: "DEPLOYMENT", sk: "PEPPER" }),
  /** The deployment's secret for links to files, sealed; its data key is stored beside it. */
  fileSecret: (): Key => ({ pk: FILE_SECRET_PARTITION, sk: "SECRET" }),
  /** The canary's API key and sending number, sealed; its data key is stored beside it. */
  canary: (): Key => ({ pk: CANARY_PARTITION, sk: "SETTINGS" }),
  /** `hmac` = HMAC-SHA-256 of the key under the deployment's pepper, hex. */
  apiKey: (hmac: string): Key => ({ pk: `KEY#${hmac}`, sk: "KEY" }),
  accountKey: (account: AccountId, keyId: string): Key => ({ pk: `ACC#${account}#KEY`, sk: keyId }),
  /** All accounts, for the operator's commands. */
  accountPointer: (account: AccountId): Key => ({ pk: "ACCOUNTS", sk: account }),
  /** Grows with each instance added, so that two of them don't both take a plan's last place. */
  accountInstances: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "INSTANCES" }),
  /** Messages accepted on one day, for plans that limit them; `day` = UTC date, `2026-11-20`. */
  sentMessages: (account: AccountId, day: string): Key => ({ pk: `ACC#${account}`, sk: `SENT#${day}` }),
  accountRate: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "RATE" }),
  keyRate: (account: AccountId, keyId: string): Key => ({ pk: `ACC#${account}#KEY`, sk: `${keyId}#RATE` }),
  /** Searches of chats, which read much. */
  searchRate: (account: AccountId, keyId: string): Key => ({ pk: `ACC#${account}#KEY`, sk: `${keyId}#SEARCH#RATE` }),

  instance: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "INSTANCE" }),
  accountInstance: (account: AccountId, instance: InstanceId): Key => ({ pk: `ACC#${account}#INST`, sk: instance }),
  shardInstance: (shard: number, instance: InstanceId): Key => ({ pk: `SHARD#${padded(shard)}#INST`, sk: instance }),
  /**
   * Its fence grows only at take-over; every write of the session is conditional on it, here or in the sending state.
   */
  receiving: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "RECEIVING" }),
  sending: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "SENDING" }),
  /** The warm-up, and the facts of the safety score beside the counters. */
  safety: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "SAFETY" }),
  /** Counters of one local day, `2026-11-20`; each side of the session has an item of its own. */
  dayCounts: (instance: InstanceId, day: string, side: "in" | "out"): Key => ({
    pk: `INST#${instance}#COUNT`,
    sk: `${day}#${side}`,
  }),
  qr: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "QR" }),
  /** The linked number's name, about text and picture, as last seen. */
  profile: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "PROFILE" }),
  /** The people that the linked number has blocked, by the network's latest list. */
  blocklist: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "BLOCKLIST" }),
  /** Saved names that requests changed on one local day, `2026-11-20`. */
  contactSaves: (instance: InstanceId, day: string): Key => ({ pk: `INST#${instance}`, sk: `SAVES#${day}` }),
  /** A saved name that the phone does not have yet; the contact itself says which. */
  contactSync: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#CONTACTSYNC`, sk: person }),
  /** Numbers looked up on one local day, `2026-11-20`. */
  checkCount: (instance: InstanceId, day: string): Key => ({ pk: `INST#${instance}`, sk: `CHECKS#${day}` }),
  /** Whether a number is on the network, kept a week. */
  checkedNumber: (instance: InstanceId, phone: string): Key => ({ pk: `INST#${instance}#CHECK`, sk: phone }),
  call: (instance: InstanceId, call: string): Key => ({ pk: `INST#${instance}#CALL`, sk: call }),
  sessionKey: (instance: InstanceId, category: string, id: string): Key => ({
    pk: `INST#${instance}#KEYS`,
    sk: `${category}#${id}`,
  }),
  /** Which instance of the service a linked phone belongs to. */
  phoneOwner: (phone: string): Key => ({ pk: `PHONE#${phone}`, sk: "OWNER" }),

  shardOwner: (shard: number): Key => ({ pk: "SHARDS", sk: padded(shard) }),
  /** The number of shards; sorts after all of them. */
  shardCount: (): Key => ({ pk: "SHARDS", sk: "COUNT" }),
  task: (task: string): Key => ({ pk: "TASKS", sk: task }),

  /** A message; one that carries a status sorts under statuses, so that no list of messages contains it. */
  message: (account: AccountId, message: MessageId): Key => ({
    pk: `ACC#${account}#${message.startsWith(`${ID_PREFIXES.status}_`) ? "STS" : "MSG"}`,
    sk: message,
  }),
  /** The network's id of a message -> ours. `author` is `out` for our own, else the writer's key. */
  networkId: (instance: InstanceId, author: string, networkId: string): Key => ({
    pk: `INST#${instance}#NET`,
    sk: `${networkId}#${author}`,
  }),
  command: (instance: InstanceId, command: string): Key => ({ pk: `INST#${instance}#CMD`, sk: command }),
  person: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#PERSON`, sk: person }),
  /** A group as one instance knows it, its chat included; `group` ends with `@g.us`. */
  group: (instance: InstanceId, group: string): Key => ({ pk: `INST#${instance}#GROUP`, sk: group }),
  /** A group's members of one page, by a hash of their ids. */
  groupMembers: (instance: InstanceId, group: string, page: number): Key => ({
    pk: `INST#${instance}#MEMBERS#${group}`,
    sk: padded(page),
  }),
  /** A group's description: too long for the group's own record. */
  groupText: (instance: InstanceId, group: string): Key => ({ pk: `INST#${instance}#MEMBERS#${group}`, sk: "INFO" }),
  /** When all groups of the linked number were read last. */
  groupList: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "GROUPS" }),
  /** The latest day's limited actions, which protect the number: people added, groups created, joins, statuses … */
  limitedActions: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "DEEDS" }),
  status: (instance: InstanceId, status: StatusId): Key => ({ pk: `INST#${instance}#STATUS`, sk: status }),
  /** The recipients of a status. It is stored with its views, which are removed with it. */
  statusList: (instance: InstanceId, status: StatusId): Key => ({ pk: `INST#${instance}#VIEW#${status}`, sk: "LIST" }),
  /** One row for each person who has viewed a status. */
  statusView: (instance: InstanceId, status: StatusId, person: string): Key => ({
    pk: `INST#${instance}#VIEW#${status}`,
    sk: person,
  }),
  /** A channel as one instance knows it, its chat included; `channel` ends with `@newsletter`. */
  channel: (instance: InstanceId, channel: string): Key => ({ pk: `INST#${instance}#CHANNEL`, sk: channel }),
  /** When all channels of the linked number were read last. */
  channelList: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "CHANNELS" }),
  /** The rarely needed part of a person, under the same key as the person. */
  contact: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#CONTACT`, sk: person }),
  label: (instance: InstanceId, label: number): Key => ({ pk: `INST#${instance}#LABEL`, sk: padded(label) }),
  /** One row for each chat that has the label; `chat` = the key of the person, group or channel. */
  labelled: (instance: InstanceId, label: number, chat: string): Key => ({
    pk: `INST#${instance}#LABELED#${padded(label)}`,
    sk: chat,
  }),
  /** The facts about all labels of an instance together. */
  labels: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "LABELS" }),
  /** Changes of a chat's labels that the phone does not have yet. */
  labelChange: (instance: InstanceId, chat: string): Key => ({ pk: `INST#${instance}#LABELSYNC`, sk: `chat#${chat}` }),
  /** A label of the phone on a chat, before the label itself is known. `label` = the phone's id of it, without `#`. */
  labelWait: (instance: InstanceId, label: string, chat: string): Key => ({
    pk: `INST#${instance}#LABELSYNC`,
    sk: `wait#${label}#${chat}`,
  }),
  /** A part of the history that the phone sent and that is not stored yet; it sorts in the phone's order. */
  historyPart: (instance: InstanceId, order: number, id: string): Key => ({
    pk: `INST#${instance}#HIST`,
    sk: `${padded(order)}#${id}`,
  }),
  /** `day` = the instance's local date, `2026-11-20`. One row per new person and day. */
  personDay: (instance: InstanceId, day: string, person: string): Key => ({
    pk: `INST#${instance}#DAY#${day}`,
    sk: person,
  }),
  /** Earlier reactions (`R`) and votes (`V`) on a message, of the people whose id hashes to this page. */
  marks: (instance: InstanceId, message: MessageId, kind: "R" | "V", page: number): Key => ({
    pk: `INST#${instance}#MARKS`,
    sk: `${message}#${kind}#${padded(page)}`,
  }),
  /** Work on network input that can never succeed. `id` has no `#`. */
  quarantine: (instance: InstanceId, id: string): Key => ({ pk: `INST#${instance}#ASIDE`, sk: id }),
  /** A part of that work's input, when it is too large for one item. */
  quarantinePart: (instance: InstanceId, id: string, part: number): Key => ({
    pk: `INST#${instance}#ASIDE`,
    sk: `${id}#${padded(part)}`,
  }),
  idempotency: (instance: InstanceId, keyHash: string): Key => ({ pk: `INST#${instance}#IDEM`, sk: keyHash }),

  /**
   * The deployment's secret from which the codes of OTPs are derived, sealed; its data key is stored beside it. @param
   * former version.
   */
  otpSecret: (former?: number): Key => ({
    pk: OTP_SECRET_PARTITION,
    sk: former === undefined ? "SECRET" : `SECRET#${padded(former)}`,
  }),
  otp: (account: AccountId, otp: OtpId): Key => ({ pk: `ACC#${account}#OTP`, sk: otp }),
  /** The limits of one phone: when OTPs were created for it, and when wrong codes were given. */
  otpPhone: (account: AccountId, phone: string): Key => ({ pk: `ACC#${account}#OTPPHONE`, sk: phone }),
  /** OTPs by code created and verified in one hour; `hour` = UTC, `2026-11-20T09`. */
  otpHour: (account: AccountId, hour: string): Key => ({ pk: `ACC#${account}`, sk: `OTPS#${hour}` }),
  /** A link's code -> its OTP. `hmac` = of the code under the deployment's secret, hex. */
  otpCode: (instance: InstanceId, hmac: string): Key => ({ pk: `INST#${instance}#OTPCODE`, sk: hmac }),

  ...answerKeys,
  ...assistantKeys,

  ...broadcastKeys,
  ...peopleKeys,

  /** Bytes of files an account sent on one day; `day` = UTC date, `2026-11-20`. */
  sentFiles: (account: AccountId, day: string): Key => ({ pk: `ACC#${account}`, sk: `FILES#${day}` }),

  event: (account: AccountId, event: EventId): Key => ({ pk: `ACC#${account}#EVT`, sk: event }),
  /** A notice for the internal bus only; the table's stream carries it there. */
  busNotice: (account: AccountId, notice: string): Key => ({ pk: `ACC#${account}#NOTICE`, sk: notice }),
  /** `owner` = "account", or the id of the instance whose own webhook it is. */
  webhook: (account: AccountId, owner: string): Key => ({ pk: `ACC#${account}#HOOK#${owner}`, sk: "WEBHOOK" }),
  failedDelivery: (account: AccountId, owner: string, event: EventId): Key => ({
    pk: `ACC#${account}#HOOK#${owner}#FAILED`,
    sk: event,
  }),
  /** A post of an event that was not accepted; `at`: when its result was known (ISO, UTC). */
  deliveryTry: (account: AccountId, owner: string, event: EventId, at: string): Key => ({
    pk: `ACC#${account}#HOOK#${owner}#TRIES`,
    sk: `${event}#${at}`,
  }),
  /** Several deliveries that were accepted one after the other; `at`: when the first of them was (ISO, UTC). */
  deliveredPage: (account: AccountId, owner: string, at: string): Key => ({
    pk: `ACC#${account}#HOOK#${owner}#DELIVERED`,
    sk: at,
  }),
  /** Idempotency-Key of a replaced signing secret. */
  webhookIdempotency: (account: AccountId, owner: string, keyHash: string): Key => ({
    pk: `ACC#${account}#HOOK#${owner}#IDEM`,
    sk: keyHash,
  }),
  /** The account's activity log, in time order. */
  activity: (account: AccountId, activity: string): Key => ({ pk: `ACC#${account}#ACT`, sk: activity }),
  endpointSlot: (account: AccountId, urlHash: string): Key => ({ pk: `ACC#${account}#SLOT#${urlHash}`, sk: "SLOT" }),
  /** Which webhooks of the account have this URL. */
  endpointUrlUsers: (account: AccountId, urlHash: string): Key => ({
    pk: `ACC#${account}#SLOT#${urlHash}`,
    sk: "USERS",
  }),
  laneHead: (lane: string): Key => ({ pk: lane, sk: "HEAD" }),
  /** How far the last finished sweep of the lanes got. */
  laneSweep: (): Key => ({ pk: "SWEEP", sk: "LANES" }),
  laneRow: (lane: string, sk: string): Key => ({ pk: lane, sk }),
};

/** Partitions of the index for lists. */
export const lists = {
  messagesOfInstance: (instance: InstanceId) => `INST#${instance}#MSG`,
  /** Everything in quarantine, for the operator. */
  quarantine: () => "QUARANTINE",
  /** Messages of a chat without a phone (groups, channels, hidden numbers), and all imported ones. */
  messagesOfChat: (instance: InstanceId, chat: string) => `INST#${instance}#CHAT#${chat}`,
  /** An instance's chats by the time of their last message. */
  chatsOfInstance: (instance: InstanceId) => `INST#${instance}#CHATS`,
  /** The people who wait for an answer, by how long they have waited. */
  waitingChats: (instance: InstanceId) => `INST#${instance}#WAITING`,
  broadcastsOfInstance: (instance: InstanceId) => `INST#${instance}#BRDS`,
  otpsOfInstance: (instance: InstanceId) => `INST#${instance}#OTPS`,
  messagesOfPhone: (account: AccountId, phone: string) => `ACC#${account}#PHONE#${phone}`,
};
