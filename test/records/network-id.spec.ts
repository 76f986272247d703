import { describe, expect, it } from "vitest";
import { type BroadcastSpot, emptyMessage } from "../../core/records/message.ts";
import { networkIdOf } from "../../core/records/network-id.ts";

const ID = "msg_01K00000000000000000000001";
const OTHER = "msg_01K00000000000000000000002";
const SPOT: BroadcastSpot = { id: "brd_01K00000000000000000000001", gen: 1, page: 0, at: 7 };
const idOf = (fields: { id?: string; body?: string; broadcast?: BroadcastSpot }) =>
  networkIdOf({ ...emptyMessage(), id: ID, body: "Until six", ...fields });

describe("the network's id of a message", () => {
  it("has the form of the network's own clients", () => {
    expect(idOf({})).toMatch(/^3EB0[0-9A-F]{18}$/);
  });

  it("is the same wherever and whenever the message is sent", () => {
    expect(idOf({})).toBe(idOf({}));
    expect(idOf({})).toBe("3EB095B99DB97401C6025D");
  });

  it("differs for each message, and for each text of one", () => {
    const ids = [idOf({}), idOf({ id: OTHER }), idOf({ body: "Until seven" })];

    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is the one of a person's place in a broadcast, whatever id the message gets when it starts", () => {
    expect(idOf({ broadcast: SPOT, id: OTHER })).toBe(idOf({ broadcast: SPOT }));
    const ids = [SPOT, { ...SPOT, gen: 2 }, { ...SPOT, page: 1 }, { ...SPOT, at: 8 }].map((broadcast) =>
      idOf({ broadcast }),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});
