import { readFileSync } from "node:fs";
import type { proto } from "@whiskeysockets/baileys";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foreign } from "../../../session-service/baileys/inbound/bounds/foreign.ts";
import { readContact } from "../../../session-service/baileys/inbound/content/contact.ts";

const read = (message: proto.Message.IContactMessage) => readContact(foreign(message))?.contact;
const card = (name: string) => readFileSync(new URL(`cards/${name}.vcf`, import.meta.url), "utf8");
const lines = (...all: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...all, "END:VCARD"].join("\n");

describe("a card", () => {
  it.each([
    ["old-android", "João da Conceição dos Santos", "011911112222", "Padaria Águia"],
    ["outlook-latin1", "Dr. Jörg Müller", "+49 30 1234567", "Müller & Söhne, Vertrieb"],
    ["ios-photo-first", "Ana Lima", "5511911112222", "Chá, Café & Cia; Ltda, Vendas"],
    [
      "folded",
      "The very long name of the association of friends of the botanical garden of the city",
      "+351-21-000-0000",
      "Associação",
    ],
    ["v4-two-cards", "Zé", "+1-555-555-0100", null],
    ["agent", "The boss of all", "111 222", null],
    ["base64-and-bare", "Joãozinho", "+55 11 9", "日本"],
  ])("as %s is written shows name, phone and organization", (file, name, phone, organization) => {
    expect(read({ vcard: card(file) })).toEqual({ name, phone, organization });
  });

  it("that was put where its name belongs is read there", () => {
    const misplaced = card("ios-photo-first");
    expect(read({ displayName: misplaced })).toMatchObject({ name: "Ana Lima", phone: "5511911112222" });
    expect(read({ displayName: misplaced, vcard: misplaced })).toMatchObject({ name: "Ana Lima" });
    expect(read({ displayName: misplaced, vcard: lines("TEL:1") })).toMatchObject({ name: null, phone: "1" });
  });

  it.each([
    ["a charset that doesn't exist", "FN;CHARSET=X-BOGUS;ENCODING=QUOTED-PRINTABLE:Jo=C3=A3o", "João"],
    ["no charset and Latin letters", "FN;ENCODING=QUOTED-PRINTABLE:Jo=E3o", "João"],
    ["a charset that is a lie", "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jo=E3o", "João"],
    ["signs that are no escapes", "FN;ENCODING=QUOTED-PRINTABLE:1 =x 2", "1 =x 2"],
    ["escapes of all kinds", "FN:a\\\\n\\, b\\; c\\nd", "a\\n, b; c\nd"],
    ["a group of its own", "home-1.FN:Ana", "Ana"],
    ["only the parts of a name", "N:Souza;Ana;Maria;Dra.;Jr.", "Dra. Ana Maria Souza Jr."],
    ["an empty name before a full one", "FN:\nFN:Ana", "Ana"],
  ])("with %s is read", (_, line, name) => expect(read({ vcard: lines(line) })).toMatchObject({ name }));

  it("of any bytes gives texts of limited length", () => {
    const piece = fc.constantFrom(
      ...[
        "BEGIN:VCARD\n",
        "END:VCARD\n",
        "FN",
        "N",
        "TEL",
        "ORG",
        ":",
        ";",
        "=",
        "=\n",
        "\n",
        "\r",
        " ",
        "\\",
        '"',
        ".",
      ],
      ...["ENCODING=QUOTED-PRINTABLE", "CHARSET=utf-16", "=E3", "waid=5511911112222", "ã", "\0", "VERSION:2.1\n"],
    );
    fc.assert(
      fc.property(fc.string({ unit: piece, maxLength: 60 }), (vcard) => {
        const { name = null, phone = null, organization = null } = read({ vcard }) ?? {};
        for (const text of [name, phone, organization]) expect(text ?? "x").toMatch(/^[^\0]{1,1000}$/su);
      }),
      { numRuns: 500 },
    );
  });

  it.each(["FN;ENCODING=QUOTED-PRINTABLE:=\n", "a=\n", "FN:\n ", ";", '"', "BEGIN:VCARD\n", "\\", "N:;\\;", "=E3"])(
    "of %j a hundred thousand times is read as fast as any",
    (piece) => {
      const begun = performance.now();
      read({ vcard: piece.repeat(100_000) });
      read({ vcard: `FN;ENCODING=QUOTED-PRINTABLE:${piece.repeat(100_000)}` });
      expect(performance.now() - begun).toBeLessThan(10_000);
    },
  );
});
