import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cardFile } from "../../core/contracts/people-files/card-file.ts";
import { type ImportRow, listOf } from "../../core/contracts/people-files/list-of.ts";
import { tableFile } from "../../core/contracts/people-files/table-file.ts";
import { isVisible } from "../../core/contracts/visible-text.ts";
import { times } from "../run/how-long.ts";

const columns = [
  { title: "phone", value: ({ phone }: ImportRow) => phone },
  { title: "name", value: ({ name }: ImportRow) => name },
  { title: "contact_name", value: () => "~" },
];

/** Names made of arbitrary text and of the characters that begin a formula, a card or a quoted cell. */
const name = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.constantFrom(
        "'",
        "=",
        "'=",
        "+",
        "@",
        "-",
        ",",
        ";",
        ";=",
        ";'=",
        '; "-',
        "(",
        '"',
        "\\",
        "\\n",
        ":",
        "BEGIN:VCARD",
        "END:VCARD",
        "TEL:1",
      ),
      fc.constantFrom("QUOTED-PRINTABLE=", "=C3", "\n", "\r\n", "\t", "Á".repeat(40), "👩‍👩‍👧‍👦", "sep=;"),
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join("").trim())
  .filter((text) => isVisible(text) && !text.includes("\ufffd"));
const people = fc.uniqueArray(fc.record({ phone: fc.stringMatching(/^[1-9]\d{7,14}$/), name }), {
  minLength: 1,
  maxLength: 20,
  selector: ({ phone }) => phone,
});

/** A name in an address book can't contain a line break. */
const onOneLine = ({ phone, name: text }: ImportRow) => ({
  phone,
  name: text.replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, " ").trim(),
});

describe("people who are written to a file", () => {
  it("are the same when the table is read", () => {
    const property = fc.property(people, (given) => {
      const read = listOf(tableFile(columns, given));
      expect([read.rows, read.nameless]).toEqual([given, 0]);
      expect(Object.values(read.wrong).flat()).toEqual([]);
    });
    fc.assert(property, { numRuns: times(300) });
  });

  it("are the same when the cards are read", () => {
    const property = fc.property(people, (given) => {
      const read = listOf(cardFile(given.map((one) => ({ ...one, nickname: "N" }))));
      expect(read.rows).toEqual(given.map(onOneLine));
    });
    fc.assert(property, { numRuns: times(300) });
  });
});

describe("a list of people", () => {
  it("names the row of each person, and stops after the given number of rows or cards", () => {
    const table = "phone,name\n5511999990001,Ana\n\n5511999990002,\n5511999990003,Cid\n5511999990004,Dan";
    expect(listOf(table).lines).toEqual([2, 5, 6]);
    expect(listOf(table, undefined, 5).lines).toEqual([2, 5]);

    const cards = cardFile(["1", "2", "3"].map((n) => ({ phone: `551199999000${n}`, name: n, nickname: null })));
    expect(listOf(cards, undefined, 2).lines).toEqual([1, 2]);
  });
});
