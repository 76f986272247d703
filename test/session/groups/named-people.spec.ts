import type { WASocket } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../core/contracts/durations.ts";
import { asMember, asNewcomer, namedPeople } from "../../../session-service/baileys/queries/groups/named-people.ts";

const NOW = new Date("2026-11-20T09:30:00Z");
const [ANA, ANA_PN, ANA_LID] = ["15550001002", "15550001002@s.whatsapp.net", "9002@lid"];
const [BEN, BEN_PN] = ["15550001003", "15550001003@s.whatsapp.net"];
const daysAgo = (days: number) => String(Math.floor((NOW.getTime() - days * DAY_MS) / 1000));

/** Creates a socket on a network that has Ana's private id and token. */
function socketOf(token: { token: Uint8Array; timestamp?: string } | null) {
  const asked: string[][] = [];
  const sock = {
    signalRepository: {
      lidMapping: {
        getLIDsForPNs: async (phones: string[]) => {
          asked.push(phones);
          return phones.includes(ANA_PN) ? [{ pn: ANA_PN, lid: ANA_LID }] : null;
        },
        getPNForLID: async (id: string) => (id === ANA_LID ? "15550001002:0@s.whatsapp.net" : null),
      },
    },
    authState: { keys: { get: async (_: string, [id]: string[]) => (id === ANA_LID && token ? { [id]: token } : {}) } },
  } as unknown as WASocket; // as much of it as is asked
  return { sock, asked };
}

describe("people in a query about a group", () => {
  it("are named by private id and phone, as far as the network knows them, with one question for all", async () => {
    const { sock, asked } = socketOf(null);
    const people = await namedPeople(sock, [ANA, BEN, ANA_LID, "9099@lid", BEN_PN], () => 0);
    expect(people).toEqual([
      { person: ANA, jid: ANA_LID, phone: ANA_PN },
      { person: BEN, jid: BEN_PN, phone: BEN_PN },
      { person: ANA_LID, jid: ANA_LID, phone: ANA_PN },
      { person: "9099@lid", jid: "9099@lid", phone: null },
      { person: BEN_PN, jid: BEN_PN, phone: BEN_PN },
    ]);
    expect(asked).toEqual([[ANA_PN, BEN_PN]]);
    expect((await namedPeople(sock, ["9099@lid"], () => 0)).length + asked.length).toBe(2);
  });

  it("who are to come in show the token that they gave us, while it is good", async () => {
    const [ana, ben] = await namedPeople(socketOf(null).sock, [ANA, BEN], () => 0);
    if (!ana || !ben) throw new Error("Both were asked for.");
    const given = async (token: Parameters<typeof socketOf>[0]) => asNewcomer(socketOf(token).sock, ana, NOW);
    const bare = { tag: "participant", attrs: { jid: ANA_LID, phone_number: ANA_PN } };

    expect(await given(null)).toEqual(bare);
    expect(await given({ token: Buffer.from("t"), timestamp: daysAgo(3) })).toEqual({
      ...bare,
      content: [{ tag: "privacy", attrs: {}, content: Buffer.from("t") }],
    });
    expect(await given({ token: Buffer.from("t"), timestamp: daysAgo(30) })).toEqual(bare);
    expect(await given({ token: Buffer.from("t") })).toEqual(bare);
    expect(await given({ token: Buffer.alloc(0), timestamp: daysAgo(3) })).toEqual(bare);
    expect(await asNewcomer(socketOf(null).sock, ben, NOW)).toEqual({ tag: "participant", attrs: { jid: BEN_PN } });
  });

  it("who are in it already are named as the group names its members", async () => {
    const [ana, unknown] = await namedPeople(socketOf(null).sock, [ANA, "9099@lid"], () => 0);
    if (!ana || !unknown) throw new Error("Both were asked for.");
    const jids = [asMember(ana, true), asMember(ana, false), asMember(unknown, false)].map(({ attrs }) => attrs.jid);
    expect(jids).toEqual([ANA_LID, ANA_PN, "9099@lid"]);
  });
});
