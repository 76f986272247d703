import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MessageRecord } from "../../../core/records/message.ts";
import type { Stanza } from "../../../session-service/baileys/inbound/bounds/stanza.ts";
import type { NetworkContent } from "../../../session-service/baileys/inbound/read-message.ts";
import type { InboxContext } from "../../../session-service/inbox/inbox-context.ts";
import { tellRest } from "../../../session-service/inbox/tell-rest.ts";
import {
  UNSUPPORTED_A_MINUTE,
  type UnsupportedRest,
  UnsupportedShare,
} from "../../../session-service/inbox/unsupported-share.ts";
import { ANA, messageWorld } from "../../support/message-world.ts";

const stanzaOf = (chat: string, id: string) => ({ key: { chat: { id: chat } }, journal: `row-${id}` }) as Stanza; // as far as it is used
const contentOf = (network_id: string) =>
  ({ network_id, from_me: false, person: ANA, private_id: null }) as NetworkContent; // as far as it is used

describe("messages of one chat that can't be shown", () => {
  let nowMs: number;
  let share: UnsupportedShare;
  const ended: UnsupportedRest[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    nowMs = 0;
    ended.length = 0;
    share = new UnsupportedShare(() => nowMs);
  });
  afterEach(() => void vi.useRealTimers());
  const take = (id: string, chat = "a") => share.take(stanzaOf(chat, id), contentOf(id), (rest) => ended.push(rest));
  const fill = (chat = "a") => Array.from({ length: UNSUPPORTED_A_MINUTE }, (_, n) => take(`first-${n}`, chat));

  it("are told one by one; beyond a minute's number one stands for the rest, however often one comes again", () => {
    expect(new Set(fill())).toEqual(new Set(["told"]));
    expect([take("stands"), take("stands"), take("b"), take("c"), take("c")]).toEqual([
      ...["told", "told", "counted", "counted", "counted"],
    ]);
    expect(take("b", "another chat")).toBe("told");
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(ended).toEqual([{ network_id: "stands", authors: [ANA], more: 2, held: new Set(["row-b", "row-c"]) }]);
  });

  it("are told one by one again in the next minute", () => {
    fill();
    take("stands");
    expect(take("b")).toBe("counted");
    nowMs = 60_000;
    expect(take("c")).toBe("told");
  });

  it("are counted without an end, while the rows that wait have one", () => {
    fill();
    take("stands");
    const turns = Array.from({ length: 1_005 }, (_, n) => take(`${n}`));
    expect(turns.filter((turn) => turn === "drop")).toHaveLength(5);
    vi.advanceTimersByTime(60_000);
    expect(ended).toMatchObject([{ more: 1_005 }]);
  });
});

it("the message that stands for others says how many, and then their rows are deleted", async () => {
  const world = await messageWorld();
  await world.write("", { network_id: "3EB0", body: null, error_code: "unsupported" });
  const dropped: string[] = [];
  const store = { isClosed: () => false, journal: { drop: async (row: string) => void dropped.push(row) } };
  const context = { deps: world.deps, owner: world.own, store } as unknown as InboxContext; // as far as it is used

  await tellRest(context, { network_id: "3EB0", authors: [ANA], more: 2, held: new Set(["row-b", "row-c"]) });

  const stored = world.messages().find((one) => one.network_id === "3EB0") as MessageRecord;
  expect(stored.details).toEqual({ more_unsupported: 2 });
  expect(world.events().at(-1)).toMatchObject({ type: "message.edited", data: { body: null, more_unsupported: 2 } });
  expect(dropped).toEqual(["row-b", "row-c"]);
});
