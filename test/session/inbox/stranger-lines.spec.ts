import { proto } from "@whiskeysockets/baileys";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Inbox } from "../../../session-service/inbox/inbox.ts";
import type { InboxContext } from "../../../session-service/inbox/inbox-context.ts";
import { storeMessage } from "../../../session-service/inbox/store-message.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { stillClock } from "../../support/test-clock.ts";

/** A reaction that doesn't refer to a message. */
const UNREADABLE = { reactionMessage: { text: "x" } };

describe("what is no message and no act", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("leave a line of the log a minute, with their number and the latest kind, however many come", async () => {
    const said: [string, Record<string, unknown>][] = [];
    const warn = (fields: Record<string, unknown>, message: string) => void said.push([message, fields]);
    const log = { info: () => {}, warn, error: warn };
    const inbox = new Inbox(log, "inst_1", () => {});
    const owner = { instance_id: "inst_1", account_id: "acc_1", fence: 1 };
    // The store is closed, so these messages' rows aren't deleted but left to the next owner.
    const store = { creds: { me: { id: `${OLGA}@s.whatsapp.net` } }, isClosed: () => true };
    const context = { deps: { clock: stillClock(), log }, owner, store, inbox } as unknown as InboxContext; // as far as it is used
    const write = (id: string, content: proto.IMessage) => {
      const key = { remoteJid: `${ANA}@s.whatsapp.net`, fromMe: false, id };
      return storeMessage(context, proto.WebMessageInfo.fromObject({ key, message: content }) as never); // of this form
    };

    for (let n = 0; n < 500; n++) await write(`3EB0${n}`, UNREADABLE);
    for (let n = 0; n < 500; n++) await write("", { conversation: "Without an id" });
    expect(said).toHaveLength(1);
    vi.advanceTimersByTime(60_000);

    const line = "some messages are of a kind that is not supported";
    expect(said).toEqual([
      [line, { instance_id: "inst_1", count: 1, latest: "reactionMessage" }],
      [line, { instance_id: "inst_1", count: 999, latest: "no id" }],
    ]);
    inbox.stop();
  });
});
