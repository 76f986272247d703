import type { GroupMetadata } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import type { MessageRecord } from "../../../core/records/message.ts";
import { keys } from "../../../core/store/keys.ts";
import { mentionsOfMembers } from "../../../session-service/baileys/outbound/mentions-of-members.ts";
import { MemoryTable } from "../../support/memory-table.ts";

const INSTANCE = "inst_1";
const CHAT = "120363000000000001@g.us";
const [ANA, BEN] = ["15550001002", "15550001003"];
const ANA_HIDDEN = "9001@lid";

/** Mentions Ana by her private id in a group that identifies its members by phone number. */
async function mentioned(member: { lid?: string }, known: { pair?: string; record?: Record<string, unknown> }) {
  const table = new MemoryTable();
  if (known.record) await table.write({ update: keys.person(INSTANCE, ANA_HIDDEN), set: known.record });
  const participants = [{ id: `${ANA}@s.whatsapp.net`, ...member }, { id: `${BEN}@s.whatsapp.net` }];
  const group = { id: CHAT, addressingMode: "pn", participants } as unknown as GroupMetadata; // as far as it is used
  const addressing = {
    group: async () => group,
    person: async (_chat: string, who: string) =>
      who.endsWith("@lid") ? (known.pair ?? who) : `${who.split("@")[0]}@s.whatsapp.net`,
  };
  const content = { kind: "text", text: `@9001 and @${BEN}`, link_preview: false, mentions: [ANA_HIDDEN, BEN] };
  const message = { content } as unknown as MessageRecord; // as far as it is used
  const sent = await mentionsOfMembers({ table, instance_id: INSTANCE, addressing }, CHAT, message);
  return sent.content;
}

const BENS = `${BEN}@s.whatsapp.net`;
const ANAS = `${ANA}@s.whatsapp.net`;

describe("somebody mentioned by a private id in a group of phones", () => {
  it.each<[string, Parameters<typeof mentioned>, string, string[]]>([
    ["has the phone that the group's list has for it", [{ lid: ANA_HIDDEN }, {}], ANA, [ANAS, BENS]],
    ["has the phone that the session knows for it", [{}, { pair: ANAS }], ANA, [ANAS, BENS]],
    ["is named in the text alone where no phone is known", [{}, { record: { contact_name: "Ana" } }], "Ana", [BENS]],
    ["is never named as this account saved them", [{}, { record: { name: "Pays late" } }], "9001", [ANA_HIDDEN, BENS]],
    ["stays as given where nothing is known", [{}, {}], "9001", [ANA_HIDDEN, BENS]],
  ])("%s", async (_what, [member, known], shown, mentions) => {
    expect(await mentioned(member, known)).toMatchObject({ text: `@${shown} and @${BEN}`, mentions });
  });
});
