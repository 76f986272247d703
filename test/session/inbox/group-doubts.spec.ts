import "../../../session-service/process/silence-console.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { AnsweredGroup } from "../../../core/operations/groups/read-role.ts";
import { keys } from "../../../core/store/keys.ts";
import { openAuthStore } from "../../../session-service/baileys/keys/auth-store.ts";
import { journalId } from "../../../session-service/baileys/shared/journal-id.ts";
import { AnswerUnknown } from "../../../session-service/baileys/shared/known-answer.ts";
import { NetworkRefusal } from "../../../session-service/baileys/shared/network-refusals.ts";
import type { WAMessage } from "../../../session-service/baileys/shared/raw.ts";
import { type GroupAnswer, GroupDoubts } from "../../../session-service/inbox/group-doubts.ts";
import { Inbox } from "../../../session-service/inbox/inbox.ts";
import type { InboxContext } from "../../../session-service/inbox/inbox-context.ts";
import { storeMessage } from "../../../session-service/inbox/store-message.ts";
import type { SessionDeps } from "../../../session-service/session-deps.ts";
import { eventually } from "../../support/eventually.ts";
import { ANA, INSTANCE, type MessageWorld, messageWorld } from "../../support/message-world.ts";
import { testVault } from "../../support/test-vault.ts";
import { GROUP } from "../../support/told-groups.ts";

const OWN = { id: "15550001001:3@s.whatsapp.net", lid: "1:3@lid" };
const BEN = "5511977770002";
const at = (phone: string) => `${phone}@s.whatsapp.net`;
const answered = (role: "admin" | "member"): AnsweredGroup => ({
  members: [{ id: at(BEN), phone: BEN, role }],
  my_role: "member",
});

describe("a question about a group", () => {
  it("is asked once for all who wait for it, and again later", async () => {
    const asked: string[] = [];
    const answers: GroupAnswer[] = [];
    const { promise, resolve } = Promise.withResolvers<AnsweredGroup>();
    const doubts = new GroupDoubts((group) => {
      asked.push(group);
      return promise;
    });
    for (let n = 0; n < 3; n++) doubts.ask(GROUP, (answer) => answers.push(answer));
    doubts.ask("other@g.us", (answer) => answers.push(answer));
    expect([asked, answers]).toEqual([[GROUP, "other@g.us"], []]);
    resolve(answered("admin"));
    await eventually("the answers", () => answers.length === 4);
    doubts.ask(GROUP, () => undefined);
    expect(asked).toEqual([GROUP, "other@g.us", GROUP]);
  });

  it("is waited for by a few hundred at most", () => {
    const doubts = new GroupDoubts(() => new Promise(() => {}));
    const taken = Array.from({ length: 1_000 }, () => doubts.ask(GROUP, () => undefined));
    expect(taken.filter(Boolean)).toHaveLength(200);
  });

  it.each<[string, Error, GroupAnswer]>([
    ["silence", new AnswerUnknown("a group"), null],
    ["a broken line", new Error("Connection Closed"), null],
    ["too many questions", new NetworkRefusal(429, "a group"), null],
    ["a group that we are not in", new NetworkRefusal(403, "a group"), "refused"],
  ])("ends with %s", async (_what, error, answer) => {
    const doubts = new GroupDoubts(() => Promise.reject(error));
    expect(await new Promise((resolve) => doubts.ask(GROUP, resolve))).toBe(answer);
  });
});

describe("a deletion of which only the network can say whether it may be done", () => {
  let world: MessageWorld;
  let context: InboxContext;
  let asked: ((answer: GroupAnswer) => void)[];
  beforeEach(async () => {
    world = await messageWorld();
    asked = [];
    const deps = { ...world.deps, vault: testVault() } as unknown as SessionDeps; // what storing an act uses of them
    const store = await openAuthStore(deps, world.own, () => undefined);
    store.creds.me = OWN;
    context = { deps, owner: world.own, store, inbox: new Inbox(world.deps.log, INSTANCE, () => undefined) };
    await world.write("In the group", { chat_id: GROUP, participant: ANA, phone: ANA, network_id: "3EB0ANA" });
    const row = keys.sessionKey(INSTANCE, "journal", journalId(deletion.key));
    await world.table.write({ put: { ...row, sealed: Buffer.from("its row") } });
  });

  const deletion: WAMessage = {
    key: { id: "3EB0DEL", remoteJid: GROUP, participant: at(BEN), fromMe: false },
    messageTimestamp: 1_795_000_000,
    message: {
      protocolMessage: { type: 0, key: { id: "3EB0ANA", remoteJid: GROUP, participant: at(ANA), fromMe: false } },
    },
  };
  const comes = () => storeMessage(context, deletion, { askAbout: (_group, then) => asked.push(then) > 0 });
  const answers = async (answer: GroupAnswer) => {
    for (const go of asked.splice(0)) go(answer);
    await context.inbox.emptied();
  };
  const isDeleted = () => world.messages().find((one) => one.network_id === "3EB0ANA")?.deleted_at !== null;
  const hasRow = () => world.table.peek(keys.sessionKey(INSTANCE, "journal", journalId(deletion.key))) !== null;

  it("waits in the journal for the answer, and is done for an admin", async () => {
    await comes();
    expect([asked.length, isDeleted(), hasRow()]).toEqual([1, false, true]);
    await answers(answered("admin"));
    expect([isDeleted(), hasRow()]).toEqual([true, false]);
  });

  it.each<[string, GroupAnswer]>([
    ["a member", answered("member")],
    ["somebody who is no member", { members: [], my_role: "member" }],
    ["a group that the network does not tell us of", "refused"],
  ])("is refused to %s", async (_who, answer) => {
    await comes();
    await answers(answer);
    expect([isDeleted(), hasRow()]).toEqual([false, false]);
  });

  it("stays in the journal without an answer, and is judged anew when it comes again", async () => {
    await comes();
    await answers(null);
    expect([isDeleted(), hasRow()]).toEqual([false, true]);
    await comes();
    await answers(answered("admin"));
    expect([isDeleted(), hasRow()]).toEqual([true, false]);
  });

  it("stays there too when nobody can be asked", async () => {
    await storeMessage(context, deletion);
    expect([isDeleted(), hasRow()]).toEqual([false, true]);
  });
});
