import { describe, expect, it } from "vitest";
import { removeInstanceData } from "../../../core/operations/instances/remove-instance-data.ts";
import { keys, lists } from "../../../core/store/keys.ts";
import { AGENT_LANE, chatLane, instanceLane } from "../../../core/store/lane-names.ts";
import type { Key, Table } from "../../../core/store/table.ts";
import { ACCOUNT, ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";

const OTHER = "inst_2";
const GROUP = "120363000000000001@g.us";
const LABELS = [1, 2];

/**
 * Keys that belong to an account or the deployment. When an instance is removed, their items are either left alone or
 * handled elsewhere.
 */
const NOT_AN_INSTANCES = [
  "account",
  "pepper",
  "fileSecret",
  "canary",
  "apiKey",
  "accountKey",
  "accountPointer",
  "accountInstances",
  "sentMessages",
  "accountRate",
  "keyRate",
  "searchRate",
  "mcpTries",
  "draft",
  "drafts",
  "savedReply",
  "shortcuts",
  "savedFile",
  "otpSecret",
  "otp",
  "otpPhone",
  "otpHour",
  "broadcast",
  "broadcastPlaces",
  "broadcastPeopleOfDay",
  "accountInstance",
  "shardInstance",
  "phoneOwner",
  "shardOwner",
  "shardCount",
  "move",
  "movePlace",
  "task",
  "message",
  "sentFiles",
  "event",
  "streamConnection",
  "streamTicket",
  "busNotice",
  "webhook",
  "failedDelivery",
  "deliveryTry",
  "deliveredPage",
  "webhookIdempotency",
  "activity",
  "accountUser",
  "user",
  "subject",
  "userAccount",
  "accountAdmins",
  "session",
  "accountMailRate",
  "linkRate",
  "mailRate",
  "panelRate",
  "userSession",
  "signIn",
  "invite",
  "inviteToken",
  "inviteAddress",
  "addressRate",
  "userRate",
  "endpointSlot",
  "endpointUrlUsers",
  "laneHead",
  "laneSweep",
  "chore",
  "contactImport",
  "contactImportPart",
  "dataExport",
  "exportFile",
  "exportsOfDay",
  "exportIdempotency",
  "laneRow",
] as const satisfies (keyof typeof keys)[];
type Owned = Exclude<keyof typeof keys, (typeof NOT_AN_INSTANCES)[number]>;

/**
 * Returns a key for each kind of key that begins with an instance. If a kind is added, the build breaks until it is
 * added here.
 */
const ownedBy = (instance: string, day: string): Record<Owned, Key[]> => ({
  instance: [keys.instance(instance)],
  receiving: [keys.receiving(instance)],
  sending: [keys.sending(instance)],
  safety: [keys.safety(instance)],
  qr: [keys.qr(instance)],
  profile: [keys.profile(instance)],
  blocklist: [keys.blocklist(instance)],
  dayCounts: [keys.dayCounts(instance, day, "in"), keys.dayCounts(instance, day, "out")],
  figures: [keys.figures(instance, day, ""), keys.figures(instance, day, "usr_1")],
  checkCount: [keys.checkCount(instance, day)],
  proxyTests: [keys.proxyTests(instance, day)],
  checkedNumber: [keys.checkedNumber(instance, ANA)],
  contactSaves: [keys.contactSaves(instance, day)],
  contactSync: [keys.contactSync(instance, ANA)],
  call: [keys.call(instance, "call_1")],
  album: [keys.album(instance, "15550001002@s.whatsapp.net||3EB0")],
  sessionKey: [keys.sessionKey(instance, "creds", "1")],
  networkId: [keys.networkId(instance, "out", "3EB0FF")],
  command: [keys.command(instance, "cmd_1")],
  person: Array.from({ length: 60 }, (_, n) => keys.person(instance, `55119777${n}`)),
  group: [keys.group(instance, GROUP)],
  groupMembers: [keys.groupMembers(instance, GROUP, 0), keys.groupMembers(instance, GROUP, 1)],
  groupText: [keys.groupText(instance, GROUP)],
  groupList: [keys.groupList(instance)],
  limitedActions: [keys.limitedActions(instance)],
  status: [keys.status(instance, "sts_1")],
  statusList: [keys.statusList(instance, "sts_1")],
  statusView: [keys.statusView(instance, "sts_1", ANA)],
  channel: [keys.channel(instance, "120363@newsletter")],
  channelList: [keys.channelList(instance)],
  contact: [keys.contact(instance, ANA), keys.contact(instance, "1@lid")],
  label: LABELS.map((label) => keys.label(instance, label)),
  labels: [keys.labels(instance)],
  teamSign: [keys.teamSign(instance, "2026-11-20T09:30:00.000Z", `#${ANA}`)],
  assigned: [keys.assigned(instance, "usr_1", ANA), keys.assigned(instance, "usr_2", GROUP)],
  note: [keys.note(instance, ANA, "note_1"), keys.note(instance, GROUP, "note_2")],
  labelChange: [keys.labelChange(instance, ANA)],
  labelWait: [keys.labelWait(instance, "7", ANA)],
  labelled: LABELS.map((label) => keys.labelled(instance, label, ANA)),
  historyPart: [keys.historyPart(instance, 1, "a")],
  personDay: [keys.personDay(instance, day, ANA)],
  marks: [keys.marks(instance, "msg_1", "R", 0), keys.marks(instance, "msg_1", "V", 0)],
  quarantine: [keys.quarantine(instance, "job_1")],
  quarantinePart: [keys.quarantinePart(instance, "job_1", 1)],
  automations: [keys.automations(instance)],
  agent: [keys.agent(instance), keys.laneRow(chatLane(instance, AGENT_LANE), "V#verify")],
  agentState: [keys.agentState(instance)],
  agentDay: [keys.agentDay(instance, day)],
  menu: [keys.menu(instance)],
  menuFile: [keys.menuFile(instance, "file_1")],
  autoReply: [keys.autoReply(instance)],
  chatState: [keys.chatState(instance, ANA), keys.laneRow(chatLane(instance, ANA), "T#msg_1")],
  otpCode: [keys.otpCode(instance, "hmac")],
  broadcastPeople: [keys.broadcastPeople(instance, "brd_1", 1, 0)],
  broadcastPage: [keys.broadcastPage(instance, "brd_1", 1, 0)],
  broadcastGiven: [keys.broadcastGiven(instance, "brd_1", 1, 0)],
  broadcastSent: [keys.broadcastSent(instance, "brd_1", ANA)],
  idempotency: [keys.idempotency(instance, "hash")],
  erasure: [keys.erasure(instance, ANA)],
  erased: [keys.erased(instance, "hash")],
  optOutSecret: [keys.optOutSecret(instance)],
  keptOptOut: [keys.keptOptOut(instance, "hash")],
});

/**
 * Creates an instance with one item of each kind, and an imported message that can only be found by the network's ID.
 */
async function fill(world: MessageWorld, instance: string): Promise<void> {
  const day = world.clock.now().toISOString().slice(0, 10);
  for (const key of Object.values(ownedBy(instance, day)).flat()) {
    if (world.table.peek(key) === null) await world.table.write({ put: { ...key } });
  }
  for (const id of LABELS) await world.table.write({ update: keys.label(instance, id), set: { id } });
  await world.table.write({ update: keys.instance(instance), set: { removed_at: "2026-11-20T00:00:00+00:00" } });
  await world.table.write({ update: keys.receiving(instance), set: { fence: 1 } });
  await world.table.write({ put: { ...keys.draft(ACCOUNT, `dft_${instance}`), instance_id: instance } });
  const picture = (name: string) => ({ picture: { key: `${instance}/${name}` } });
  await world.table.write({ update: keys.contact(instance, ANA), set: picture("ana") });
  await world.table.write({ update: keys.profile(instance), set: picture("own") });
  await world.table.write({ update: keys.group(instance, GROUP), set: { picture_key: `${instance}/group` } });
  const file = { key: `${instance}/past` };
  const imported = { id: `msg_past_${instance}`, instance_id: instance, direction: "in", status: "received", file };
  // This status isn't in any list and doesn't have a network ID, because it is still waiting.
  const posted = { id: `sts_of_${instance}`, instance_id: instance, direction: "in", status: "received" };
  await world.table.write({
    put: { ...keys.message(ACCOUNT, posted.id), ...posted, file: { key: `${instance}/status` } },
  });
  await world.table.write({ put: { ...keys.status(instance, posted.id) } });
  const made = { instance_id: instance, id: "brd_1", gsi2pk: lists.broadcastsOfInstance(instance), gsi2sk: "brd_1" };
  await world.table.write({ put: { ...keys.broadcast(`${ACCOUNT}_${instance}`, "brd_1"), ...made } });
  const otp = { instance_id: instance, gsi2pk: lists.otpsOfInstance(instance), gsi2sk: "otp_1" };
  await world.table.write({ put: { ...keys.otp(`${ACCOUNT}_${instance}`, "otp_1"), ...otp } });
  const listed = { gsi3pk: lists.messagesOfChat(instance, GROUP), gsi3sk: imported.id };
  await world.table.write({ put: { ...keys.message(ACCOUNT, imported.id), ...imported, ...listed } });
  const named = { message_id: imported.id, account_id: ACCOUNT };
  await world.table.write({ put: { ...keys.networkId(instance, ANA, "3EB0PAST"), ...named } });
  const menuFile = { id: "file_1", key: `${instance}/menu`, unused_at: null };
  await world.table.write({ put: { ...keys.menuFile(instance, "file_1"), ...menuFile } });
  for (const name of ["ana", "menu", "own", "group", "past", "status"]) {
    const about = { mimetype: "image/jpeg", filename: null, maxBytes: 10 };
    await world.media.put(`${instance}/${name}`, new Uint8Array([1]), about);
  }
}

const remove = (world: MessageWorld, table: Table = world.table) =>
  removeInstanceData({ ...world.deps, table }, world.own, 0);

const itemsOf = (world: MessageWorld, instance: string) =>
  world.table
    .all()
    .filter(({ pk, instance_id }) => new RegExp(`^INST#${instance}(#|$)`).test(pk) || instance_id === instance)
    .filter(({ pk }) => !pk.startsWith(`ACC#${ACCOUNT}#EVT`));

describe("a removed instance", () => {
  it("leaves no item of any partition, no message and no file; another one keeps all of its own", async () => {
    const world = await messageWorld();
    await world.write("Hello");
    await fill(world, INSTANCE);
    await fill(world, OTHER);
    const kept = itemsOf(world, OTHER);
    expect(itemsOf(world, INSTANCE).length).toBeGreaterThanOrEqual(kept.length);

    await remove(world);

    expect(itemsOf(world, INSTANCE)).toEqual([]);
    expect(world.table.partition(instanceLane(INSTANCE))).toEqual([]);
    expect(itemsOf(world, OTHER)).toEqual(kept);
    const files = ["ana", "group", "menu", "own", "past", "status"].map((name) => `${OTHER}/${name}`);
    expect([...world.media.files.keys()].sort()).toEqual(files);
  });

  it("is gone in the end, wherever the process that removes it dies", async () => {
    const world = await messageWorld();
    await fill(world, INSTANCE);
    for (let isOver = false; !isOver; ) {
      // The process dies after a few writes. Until then, it must not delete anything that leads to the remaining items.
      let left = 5;
      const mortal = world.table.withHook(({ kind }, phase) => {
        if (kind !== "get" && kind !== "getMany" && kind !== "query" && phase === "before" && left-- <= 0)
          throw new Error("It dies.");
      });
      isOver = await remove(world, mortal).then(
        () => true,
        () => false,
      );
      if (!isOver) expect(world.table.peek(keys.instance(INSTANCE))).not.toBeNull();
    }
    expect(itemsOf(world, INSTANCE)).toEqual([]);
    expect(world.media.files.size).toBe(0);
  });
});
