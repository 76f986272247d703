import "../../../session-service/process/silence-console.ts";
import { proto } from "@whiskeysockets/baileys";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { CONTENT_LIMITS } from "../../../core/contracts/content/content-limits.ts";
import { MESSAGE_DETAILS } from "../../../core/contracts/content/details.ts";
import { Message } from "../../../core/contracts/message.ts";
import { takeStanza } from "../../../session-service/baileys/inbound/bounds/stanza.ts";
import { CONTENT_KINDS, type ContentKind } from "../../../session-service/baileys/inbound/content/content-kinds.ts";
import { unwrap } from "../../../session-service/baileys/inbound/content/unwrap.ts";
import type { People } from "../../../session-service/baileys/inbound/people.ts";
import { readMessage } from "../../../session-service/baileys/inbound/read-message.ts";
import { chanceFrom } from "../../../tools/chaos/chance.ts";
import { hostileMessage } from "../../../tools/hostile/hostile-message.ts";
import { protoShapes } from "../../../tools/hostile/proto-shapes.ts";

const NOW = new Date("2026-11-20T09:30:00Z");
const WRITTEN = new Date("2026-11-20T09:29:00Z");
const CHAT = "5511977770001@s.whatsapp.net";
const ROUNDS = 4;
const people: People = {
  phoneOf: async () => null,
  privateOf: async () => null,
  ownPhone: "5511900000000",
  ownPrivate: "900",
};

const Details = z.strictObject(MESSAGE_DETAILS);
const Content = Message.pick({ type: true, body: true, location: true, contact: true, poll: true, error_code: true });
const KINDS: Readonly<Record<string, ContentKind>> = CONTENT_KINDS;

function decoded(bytes: Buffer): proto.IMessage | null {
  try {
    return proto.Message.decode(bytes);
  } catch {
    return null;
  }
}

describe("messages made of the network's own schema, of every kind, with values that nobody would choose", () => {
  const shapes = protoShapes();
  const around = { ids: ["ID0"], addresses: [CHAT, "900@lid"] };
  const fields = shapes.get("Message") ?? [];

  it(`are read as the contract has them, or are named as no message of a person (${fields.length} kinds)`, async () => {
    const chance = chanceFrom(20_261_128);
    const faults: string[] = [];
    const shown = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const field of fields) {
        const message = decoded(hostileMessage(shapes, field, around, chance));
        const key = { id: "ID1", fromMe: false, remoteJid: CHAT };
        const stanza = message && takeStanza({ key, message, messageTimestamp: WRITTEN.getTime() / 1000 }, NOW);
        if (!stanza) continue;
        const kind = unwrap(stanza.content)?.kind ?? null;
        const reading = await readMessage(stanza, people);
        const is = kind === null ? undefined : KINDS[kind]?.is;
        if (reading.kind !== "message") {
          const isLost = reading.kind !== "act" && (is === "shown" || is === "wrapper");
          if (isLost) faults.push(`${kind} left no trace: ${JSON.stringify(reading)}`);
          continue;
        }
        if (kind !== null) shown.add(kind);
        const { details = {}, ...incoming } = reading.incoming;
        const own = { location: null, contact: null, poll: null, error_code: null, ...incoming };
        const wrong = [Details.safeParse(details), Content.safeParse(own)].flatMap(({ error }) => error?.issues ?? []);
        faults.push(...wrong.map(({ path, message }) => `${kind}: ${path.join(".")}: ${message}`));
        const bytes = Buffer.byteLength(JSON.stringify(details));
        if (bytes > CONTENT_LIMITS.detailsMaxBytes) faults.push(`${kind}: ${bytes} bytes of details`);
        const times = [details.event?.starts_at, details.event?.ends_at, details.payment?.expires_at];
        const never = [...times, details.invite?.expires_at].filter((at) => at && Number.isNaN(Date.parse(at)));
        faults.push(...never.map((at) => `${kind}: ${at} is no time`));
      }
    }

    expect([...new Set(faults)]).toEqual([]);
    const unread = Object.keys(KINDS).filter((name) => KINDS[name]?.is === "shown" && !shown.has(name));
    expect(unread).toEqual([]);
  });

  it("also of a kind that this version of the library does not know are a message that can't be shown", async () => {
    const unknown = { someFutureMessage: { text: "Hi" } } as proto.IMessage; // of a later version
    const key = { id: "ID1", fromMe: false, remoteJid: CHAT };
    const stanza = takeStanza({ key, message: unknown, messageTimestamp: WRITTEN.getTime() / 1000 }, NOW);
    if (!stanza) throw new Error("It was not taken.");

    const reading = await readMessage(stanza, people);

    expect(reading).toMatchObject({
      kind: "message",
      incoming: { type: "text", body: null, error_code: "unsupported", details: { network_kind: "someFutureMessage" } },
    });
  });
});
