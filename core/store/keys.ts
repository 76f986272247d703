import { CANARY_PARTITION } from "../contracts/canary.ts";
import { FILE_SECRET_PARTITION } from "../contracts/files.ts";
import {
  type AccountId,
  type EventId,
  ID_PREFIXES,
  type InstanceId,
  type MessageId,
  type NoteId,
  type OtpId,
  type StatusId,
  type UserId,
} from "../contracts/ids.ts";
import { OTP_SECRET_PARTITION } from "../contracts/otps/otp-states.ts";
import { answerKeys } from "./answer-keys.ts";
import { assistantKeys } from "./assistant-keys.ts";
import { broadcastKeys } from "./broadcast-keys.ts";
import { choreKeys } from "./chore-keys.ts";
import { erasureKeys } from "./erasure-keys.ts";
import { exportKeys } from "./export-keys.ts";
import { padded } from "./padded.ts";
import { peopleKeys } from "./people-keys.ts";
import { streamKeys } from "./stream-keys.ts";
import type { Key } from "./table.ts";

/** Number of partitions in the lanes' sweep index. Sixteen take 16,000 puts a second. Our choice: docs/decisions. */
export const DUE_PARTITIONS = 16;

/**
 * Every key shape in the one table. The key of a tenant's data starts with the account or the instance that the caller
 * was checked for; docs/data-model.md describes the purpose of each.
 */
export const keys = {
  account: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "ACCOUNT" }),
  /** The deployment's secret for hashing API keys and cursors, sealed. */
  pepper: (): Key => ({ pk: "DEPLOYMENT", sk: "PEPPER" }),
  /** That everything in the table moves to another deployment, or has moved. */
  move: (): Key => ({ pk: "DEPLOYMENT", sk: "MOVE" }),
  /** That the table takes the archive of one move. */
  movePlace: (): Key => ({ pk: "DEPLOYMENT", sk: "MOVE_PLACE" }),
  /** The deployment's secret for file links, sealed; its data key is stored beside it. */
  fileSecret: (): Key => ({ pk: FILE_SECRET_PARTITION, sk: "SECRET" }),
  /** The canary's API key and sending number, sealed; its data key is stored beside it. */
  canary: (): Key => ({ pk: CANARY_PARTITION, sk: "SETTINGS" }),
  /** `hmac` = HMAC-SHA-256 of the key under the deployment's pepper, hex. */
  apiKey: (hmac: string): Key => ({ pk: `KEY#${hmac}`, sk: "KEY" }),
  accountKey: (account: AccountId, keyId: string): Key => ({ pk: `ACC#${account}#KEY`, sk: keyId }),
  /** All accounts, for the operator's commands. */
  accountPointer: (account: AccountId): Key => ({ pk: "ACCOUNTS", sk: account }),
  /** Increases with each instance added, so that two of them can't both take a plan's last place. */
  accountInstances: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "INSTANCES" }),
  /** Messages accepted on one day, for plans that limit them; `day` = UTC date, `2026-11-20`. */
  sentMessages: (account: AccountId, day: string): Key => ({ pk: `ACC#${account}`, sk: `SENT#${day}` }),
  accountRate: (account: AccountId): Key => ({ pk: `ACC#${account}`, sk: "RATE" }),
  keyRate: (account: AccountId, keyId: string): Key => ({ pk: `ACC#${account}#KEY`, sk: `${keyId}#RATE` }),
  /** Chat searches, which read a lot. */
  searchRate: (account: AccountId, keyId: string): Key => ({ pk: `ACC#${account}#KEY`, sk: `${keyId}#SEARCH#RATE` }),

  instance: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "INSTANCE" }),
  accountInstance: (account: AccountId, instance: InstanceId): Key => ({ pk: `ACC#${account}#INST`, sk: instance }),
  shardInstance: (shard: number, instance: InstanceId): Key => ({ pk: `SHARD#${padded(shard)}#INST`, sk: instance }),
  /** Its fence grows only on take-over; every session write is conditional on it, here or in the sending state. */
  receiving: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "RECEIVING" }),
  sending: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "SENDING" }),
  /** The warm-up, and the safety score's facts other than the counters. */
  safety: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "SAFETY" }),
  /** Counters for one local day, `2026-11-20`; each side of the session has its own item. */
  dayCounts: (instance: InstanceId, day: string, side: "in" | "out"): Key => ({
    pk: `INST#${instance}#COUNT`,
    sk: `${day}#${side}`,
  }),
  /** A team's figures of one local day, `2026-11-20`: the number's own (user: empty), or one member's. */
  figures: (instance: InstanceId, day: string, user: string): Key => ({
    pk: `INST#${instance}#FIGURES`,
    sk: user === "" ? day : `${day}#${user}`,
  }),
  qr: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "QR" }),
  /** The linked number's name, about text and picture, as last seen. */
  profile: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "PROFILE" }),
  /** The people that the linked number has blocked, from the network's latest list. */
  blocklist: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "BLOCKLIST" }),
  /** Saved names that requests changed, and those that they imported, on one local day, `2026-11-20`. */
  contactSaves: (instance: InstanceId, day: string): Key => ({ pk: `INST#${instance}`, sk: `SAVES#${day}` }),
  /** A saved name that the phone does not have yet; the contact itself contains it. */
  contactSync: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#CONTACTSYNC`, sk: person }),
  /** Numbers looked up on one local day, `2026-11-20`. */
  checkCount: (instance: InstanceId, day: string): Key => ({ pk: `INST#${instance}`, sk: `CHECKS#${day}` }),
  /** How often the proxy was tested on one day (UTC), `2026-11-20`. */
  proxyTests: (instance: InstanceId, day: string): Key => ({ pk: `INST#${instance}`, sk: `PROXYTESTS#${day}` }),
  /** Whether a number is on the network, kept for a week. */
  checkedNumber: (instance: InstanceId, phone: string): Key => ({ pk: `INST#${instance}#CHECK`, sk: phone }),
  call: (instance: InstanceId, call: string): Key => ({ pk: `INST#${instance}#CALL`, sk: call }),
  /** An announced album of files; `place` names its chat, writer and id. */
  album: (instance: InstanceId, place: string): Key => ({ pk: `INST#${instance}#ALBUM`, sk: place }),
  sessionKey: (instance: InstanceId, category: string, id: string): Key => ({
    pk: `INST#${instance}#KEYS`,
    sk: `${category}#${id}`,
  }),
  /** Which of the service's instances a linked phone belongs to. */
  phoneOwner: (phone: string): Key => ({ pk: `PHONE#${phone}`, sk: "OWNER" }),

  shardOwner: (shard: number): Key => ({ pk: "SHARDS", sk: padded(shard) }),
  /** The number of shards; sorts after all of them. */
  shardCount: (): Key => ({ pk: "SHARDS", sk: "COUNT" }),
  task: (task: string): Key => ({ pk: "TASKS", sk: task }),

  /** A message; one that carries a status sorts under statuses, so that no message list contains it. */
  message: (account: AccountId, message: MessageId): Key => ({
    pk: `ACC#${account}#${message.startsWith(`${ID_PREFIXES.status}_`) ? "STS" : "MSG"}`,
    sk: message,
  }),
  /** A message's network id -> our id. `author` is `out` for our own, otherwise the writer's key. */
  networkId: (instance: InstanceId, author: string, networkId: string): Key => ({
    pk: `INST#${instance}#NET`,
    sk: `${networkId}#${author}`,
  }),
  command: (instance: InstanceId, command: string): Key => ({ pk: `INST#${instance}#CMD`, sk: command }),
  person: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#PERSON`, sk: person }),
  /** A group as one instance knows it, including its chat; `group` ends with `@g.us`. */
  group: (instance: InstanceId, group: string): Key => ({ pk: `INST#${instance}#GROUP`, sk: group }),
  /** One page of a group's members, by a hash of their ids. */
  groupMembers: (instance: InstanceId, group: string, page: number): Key => ({
    pk: `INST#${instance}#MEMBERS#${group}`,
    sk: padded(page),
  }),
  /** A group's description, which is too long for the group's own record. */
  groupText: (instance: InstanceId, group: string): Key => ({ pk: `INST#${instance}#MEMBERS#${group}`, sk: "INFO" }),
  /** When all the linked number's groups were last read. */
  groupList: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "GROUPS" }),
  /** The latest day's limited actions, which protect the number: people added, groups created, joins, statuses … */
  limitedActions: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "DEEDS" }),
  status: (instance: InstanceId, status: StatusId): Key => ({ pk: `INST#${instance}#STATUS`, sk: status }),
  /** A status's recipients. Stored with its views, which are removed with it. */
  statusList: (instance: InstanceId, status: StatusId): Key => ({ pk: `INST#${instance}#VIEW#${status}`, sk: "LIST" }),
  /** One row for each person who viewed a status. */
  statusView: (instance: InstanceId, status: StatusId, person: string): Key => ({
    pk: `INST#${instance}#VIEW#${status}`,
    sk: person,
  }),
  /** A channel as one instance knows it, including its chat; `channel` ends with `@newsletter`. */
  channel: (instance: InstanceId, channel: string): Key => ({ pk: `INST#${instance}#CHANNEL`, sk: channel }),
  /** When all the linked number's channels were last read. */
  channelList: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "CHANNELS" }),
  /** The rarely needed part of a person's record, under the same key as the person. */
  contact: (instance: InstanceId, person: string): Key => ({ pk: `INST#${instance}#CONTACT`, sk: person }),
  label: (instance: InstanceId, label: number): Key => ({ pk: `INST#${instance}#LABEL`, sk: padded(label) }),
  /** One row for each chat that has the label; `chat` = the person's, group's or channel's key. */
  labelled: (instance: InstanceId, label: number, chat: string): Key => ({
    pk: `INST#${instance}#LABELED#${padded(label)}`,
    sk: chat,
  }),
  /** A note of the team in a chat; with "" for the note, what all notes of the chat begin with. */
  note: (instance: InstanceId, chat: string, note: NoteId): Key => ({
    pk: `INST#${instance}#NOTES`,
    sk: `${chat}#${note}`,
  }),
  /** One row for each chat that is assigned to a member of the team. */
  assigned: (instance: InstanceId, user: UserId, chat: string): Key => ({
    pk: `INST#${instance}#ASSIGNED`,
    sk: `${user}#${chat}`,
  }),
  /** Signs for colleagues' open pages, by time. `of`: whose sign it is, and the chat's key. */
  teamSign: (instance: InstanceId, at: string, of: string): Key => ({
    pk: `INST#${instance}#SIGNS`,
    sk: `${at}#${of}`,
  }),
  /** Facts about all of an instance's labels together. */
  labels: (instance: InstanceId): Key => ({ pk: `INST#${instance}`, sk: "LABELS" }),
  /** Changes to a chat's labels that the phone does not have yet. */
  labelChange: (instance: InstanceId, chat: string): Key => ({ pk: `INST#${instance}#LABELSYNC`, sk: `chat#${chat}` }),
  /** A phone label on a chat, before the label itself is known. `label` = its id on the phone, without `#`. */
  labelWait: (instance: InstanceId, label: string, chat: string): Key => ({
    pk: `INST#${instance}#LABELSYNC`,
    sk: `wait#${label}#${chat}`,
  }),
  /** A part of the history that the phone sent and that is not stored yet; sorts in the phone's order. */
  historyPart: (instance: InstanceId, order: number, id: string): Key => ({
    pk: `INST#${instance}#HIST`,
    sk: `${padded(order)}#${id}`,
  }),
  /** `day` = the instance's local date, `2026-11-20`. One row per new person and day. */
  personDay: (instance: InstanceId, day: string, person: string): Key => ({
    pk: `INST#${instance}#DAY#${day}`,
    sk: person,
  }),
  /** Earlier reactions (`R`) and votes (`V`) on a message, from the people whose id hashes to this page. */
  marks: (instance: InstanceId, message: MessageId, kind: "R" | "V", page: number): Key => ({
    pk: `INST#${instance}#MARKS`,
    sk: `${message}#${kind}#${padded(page)}`,
  }),
  /** Work on network input that can never succeed. `id` has no `#`. */
  quarantine: (instance: InstanceId, id: string): Key => ({ pk: `INST#${instance}#ASIDE`, sk: id }),
  /** A part of that work's input, if it is too large for one item. */
  quarantinePart: (instance: InstanceId, id: string, part: number): Key => ({
    pk: `INST#${instance}#ASIDE`,
    sk: `${id}#${padded(part)}`,
  }),
  idempotency: (instance: InstanceId, keyHash: string): Key => ({ pk: `INST#${instance}#IDEM`, sk: keyHash }),

  /**
   * The deployment's secret from which OTP codes are derived, sealed; its data key is stored beside it. @param former
   * version.
   */
  otpSecret: (former?: number): Key => ({
    pk: OTP_SECRET_PARTITION,
    sk: former === undefined ? "SECRET" : `SECRET#${padded(former)}`,
  }),
  otp: (account: AccountId, otp: OtpId): Key => ({ pk: `ACC#${account}#OTP`, sk: otp }),
  /** One phone's limits: when OTPs were created for it, and when wrong codes were given. */
  otpPhone: (account: AccountId, phone: string): Key => ({ pk: `ACC#${account}#OTPPHONE`, sk: phone }),
  /** OTPs by code created and verified in one hour; `hour` = UTC, `2026-11-20T09`. */
  otpHour: (account: AccountId, hour: string): Key => ({ pk: `ACC#${account}`, sk: `OTPS#${hour}` }),
  /** A link's code -> its OTP. `hmac` = HMAC of the code under the deployment's secret, hex. */
  otpCode: (instance: InstanceId, hmac: string): Key => ({ pk: `INST#${instance}#OTPCODE`, sk: hmac }),

  ...answerKeys,
  ...assistantKeys,

  ...broadcastKeys,
  ...choreKeys,
  ...erasureKeys,
  ...exportKeys,
  ...peopleKeys,
  ...streamKeys,

  /** Bytes of files that an account sent on one day; `day` = UTC date, `2026-11-20`. */
  sentFiles: (account: AccountId, day: string): Key => ({ pk: `ACC#${account}`, sk: `FILES#${day}` }),

  event: (account: AccountId, event: EventId): Key => ({ pk: `ACC#${account}#EVT`, sk: event }),
  /** A notice only for the internal bus, carried there by the table's stream. */
  busNotice: (account: AccountId, notice: string): Key => ({ pk: `ACC#${account}#NOTICE`, sk: notice }),
  /** `owner` = "account", or the id of the instance that owns the webhook. */
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
  /** Several deliveries accepted one after the other; `at`: when the first of them was (ISO, UTC). */
  deliveredPage: (account: AccountId, owner: string, at: string): Key => ({
    pk: `ACC#${account}#HOOK#${owner}#DELIVERED`,
    sk: at,
  }),
  /** The Idempotency-Key for a replaced signing secret. */
  webhookIdempotency: (account: AccountId, owner: string, keyHash: string): Key => ({
    pk: `ACC#${account}#HOOK#${owner}#IDEM`,
    sk: keyHash,
  }),
  /** The account's activity log, in time order. */
  activity: (account: AccountId, activity: string): Key => ({ pk: `ACC#${account}#ACT`, sk: activity }),
  endpointSlot: (account: AccountId, urlHash: string): Key => ({ pk: `ACC#${account}#SLOT#${urlHash}`, sk: "SLOT" }),
  /** Which of the account's webhooks have this URL. */
  endpointUrlUsers: (account: AccountId, urlHash: string): Key => ({
    pk: `ACC#${account}#SLOT#${urlHash}`,
    sk: "USERS",
  }),
  laneHead: (lane: string): Key => ({ pk: lane, sk: "HEAD" }),
  /** How far the last finished sweep of the lanes got. */
  laneSweep: (): Key => ({ pk: "SWEEP", sk: "LANES" }),
  laneRow: (lane: string, sk: string): Key => ({ pk: lane, sk }),
};

/** Partitions of the list index. */
export const lists = {
  messagesOfInstance: (instance: InstanceId) => `INST#${instance}#MSG`,
  /** Everything in quarantine, for the operator. */
  quarantine: () => "QUARANTINE",
  /** Messages in a chat without a phone (groups, channels, hidden numbers), and all imported ones. */
  messagesOfChat: (instance: InstanceId, chat: string) => `INST#${instance}#CHAT#${chat}`,
  /** An instance's chats by the time of their last message. */
  chatsOfInstance: (instance: InstanceId) => `INST#${instance}#CHATS`,
  /** The people who wait for an answer, by how long they have waited. */
  waitingChats: (instance: InstanceId) => `INST#${instance}#WAITING`,
  broadcastsOfInstance: (instance: InstanceId) => `INST#${instance}#BRDS`,
  otpsOfInstance: (instance: InstanceId) => `INST#${instance}#OTPS`,
  messagesOfPhone: (account: AccountId, phone: string) => `ACC#${account}#PHONE#${phone}`,
};
