import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { givenPeople } from "../../core/contracts/people-files/given-people.ts";
import { NO_COLUMN } from "../../core/contracts/people-files/sheet-columns.ts";
import { bodyOf, newGiven } from "../../panel/src/pages/broadcasts/given.ts";
import { sheetText } from "../../panel/src/pages/broadcasts/sheet-text.ts";

const NO_FAULTS = { noPhone: [], rounded: [], lostLetters: [] };

const ANA = { phone: "5511999990001", name: "Ana" };

describe("a pasted list of people", () => {
  it.each([
    ["5511999990001", [{ phone: "5511999990001" }], []],
    ["+55 (11) 99999-0001, Ana", [ANA], []],
    [
      "5511999990001;Ana Maria\r\n5511999990002;Bea",
      [
        { phone: "5511999990001", name: "Ana Maria" },
        { phone: "5511999990002", name: "Bea" },
      ],
      [],
    ],
    ["phone,name\n5511999990001,Ana\n\n12", [ANA], [4]],
    [
      '5511999990001,"Silva, Ana"\n"5511999990002","Bea ""B"" Lee"',
      [
        { phone: "5511999990001", name: "Silva, Ana" },
        { phone: "5511999990002", name: 'Bea "B" Lee' },
      ],
      [],
    ],
    ["5511999990001\tAna", [ANA], []],
    ["5511999990001\n5511999990002;Bea", [{ phone: "5511999990001" }, { phone: "5511999990002", name: "Bea" }], []],
    ["", [], []],
    ["Telefone\n5511999990001", [{ phone: "5511999990001" }], []],
    ["Ana;5511999990001", [ANA], []],
    ["sep=;\r\nnome;fone\r\nAna;5511999990001\r\n;7", [ANA], [4]],
    ['"Nome, apelido";Telefone\nAna;5511999990001', [{ phone: "5511999990001", fields: { Nome_apelido: "Ana" } }], []],
    ["Telefone;Nome, sobrenome\n5511999990001;Souza\n5511999990002;Lee", undefined, []],
  ])("%j is read line by line", (text, people, noPhone) => {
    const read = givenPeople(text);
    expect(read.wrongLines).toEqual({ ...NO_FAULTS, noPhone });
    if (people) expect(read.people).toEqual(people);
    else expect(read.people).toHaveLength(2);
  });

  it("has columns in any order when its first row names them; others than phone and name fill placeholders", () => {
    const text = "Nome;order;telefone;Endereço (casa)\nAna;1042;+55 11 99999-0001;Rua A\nBea;;5511999990002;";
    expect(givenPeople(text)).toMatchObject({
      people: [
        { ...ANA, fields: { order: "1042", Endereco_casa: "Rua A" } },
        { phone: "5511999990002", name: "Bea" },
      ],
      wrongLines: NO_FAULTS,
      fields: ["order", "Endereco_casa"],
    });
  });

  it("is read by the columns that are chosen by hand", () => {
    const text = "cliente;cpf;contato 2;apelido\nAna Souza;12345678901;5511999990001;Aninha";
    expect(givenPeople(text).people).toEqual([
      { phone: "12345678901", name: "Ana Souza Aninha", fields: { contato_2: "5511999990001" } },
    ]);
    expect(givenPeople(text, { phone: 2, name: 3 }).people).toEqual([
      { phone: "5511999990001", name: "Aninha", fields: { cliente: "Ana Souza", cpf: "12345678901" } },
    ]);
    expect(givenPeople(text, { phone: 2, name: NO_COLUMN }).people[0]?.name).toBeUndefined();
  });

  it("says of which rows a spreadsheet rounded the phone or letters were lost, and sends nothing to them", () => {
    const { people, wrongLines } = givenPeople(
      "phone,name,city\n5511999990001,Ana,\n5.51E+12,Bea,\n5511999990003,Jo\ufffdo,\n5511999990004,Lee,S\ufffdo Paulo",
    );
    expect(people).toEqual([ANA]);
    expect(wrongLines).toEqual({ noPhone: [], rounded: [3], lostLetters: [4, 5] });
  });

  it("is read whatever it holds, and each person has a possible number of digits", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d,;\t\n"a-z]*$/)), (text) => {
        for (const { phone } of givenPeople(text).people) expect(phone).toMatch(/^\d{5,20}$/);
      }),
    );
  });

  it("of more columns than the API takes gives the values that the text names", () => {
    const head = Array.from({ length: 25 }, (_, at) => `c${at}`);
    const list = `phone,${head}\n5511999990001,${head}`;
    const given = { ...newGiven("inst_1"), audience: "phones" as const, list, text: "Hi {c7} and {c24|you}" };
    expect(bodyOf(given, null).recipients).toEqual([{ phone: "5511999990001", fields: { c7: "c7", c24: "c24" } }]);
  });
});

/** Column names used by address books and spreadsheets. */
const HEADS: [of: string, head: string, row: string][] = [
  [
    "Google",
    "Name,Given Name,Family Name,Phone 1 - Type,Phone 1 - Value",
    "Ana Souza,Ana,Souza,Mobile,+55 11 99999-0001",
  ],
  [
    "Google today",
    "First Name,Middle Name,Last Name,Phone 1 - Label,Phone 1 - Value",
    "Ana,,Souza,Mobile,+5511999990001",
  ],
  ["Google in Portuguese", "Primeiro nome,Sobrenome,Telefone 1 - Tipo,Telefone 1 - Valor", "Ana,Souza,,5511999990001"],
  ["Google in Spanish", "Nombre,Apellidos,Teléfono 1 - Etiqueta,Teléfono 1 - Valor", "Ana,Souza,,5511999990001"],
  ["Outlook", "First Name,Last Name,Home Phone,Business Phone,Mobile Phone", "Ana,Souza,,551133330000,5511999990001"],
  [
    "Outlook in Portuguese",
    "Nome,Sobrenome,Telefone comercial,Telefone celular",
    "Ana,Souza,551133330000,5511999990001",
  ],
  [
    "Outlook in Spanish",
    "Nombre,Apellidos,Teléfono del trabajo,Teléfono móvil",
    "Ana,Souza,551133330000,5511999990001",
  ],
  ["Excel", "Full name;Phone number", "Ana Souza;5511999990001"],
  ["Excel in Portuguese", "Nº de telefone;Nome completo", "5511999990001;Ana Souza"],
  ["Excel in Spanish", "Nombre completo;Número de teléfono", "Ana Souza;5511999990001"],
  ["a shop", "Cliente;Fone;WhatsApp", "Ana Souza;551133330000;5511999990001"],
];

describe("the columns of a list", () => {
  it.each(HEADS)("of %s are known by their names", (_, head, row) => {
    expect(givenPeople(`${head}\n${row}`).people[0]).toMatchObject({ phone: "5511999990001", name: "Ana Souza" });
  });

  it("give the phone that a row has, the surest first", () => {
    const text = "Nome,Telefone comercial,Celular\nAna,551133330000,5511999990001\nBea,551133330002,";
    expect(givenPeople(text).people.map(({ phone }) => phone)).toEqual(["5511999990001", "551133330002"]);
  });
});

const LIST = "Nome;Telefone;Observação\r\nJoão Conceição;+55 11 99999-0001;ligar à tarde\r\n";
const READ = [{ phone: "5511999990001", name: "João Conceição", fields: { Observacao: "ligar à tarde" } }];

const utf16 = (text: string, { big = false } = {}) => {
  const bytes = Buffer.from(text, "utf16le");
  return big ? bytes.swap16() : bytes;
};
/** The bytes of ã ç é ó õ à ü in Mac Roman. */
const MAC: Record<string, number> = { ã: 0x8b, ç: 0x8d, é: 0x8e, ó: 0x97, õ: 0x9b, à: 0x88, ü: 0x9f };
const macRoman = (text: string) => Uint8Array.from([...text], (sign) => MAC[sign] ?? sign.charCodeAt(0));

describe("a file of people", () => {
  it.each([
    ["UTF-8", Buffer.from(LIST)],
    ["UTF-8 with its mark, as Excel saves it", Buffer.from(`\ufeff${LIST}`)],
    ["windows-1252, as Excel in Brazil saves it", Buffer.from(LIST, "latin1")],
    ["Mac Roman, as Excel on a Mac saves it", macRoman(LIST)],
    ["UTF-16 little-endian with its mark, as Excel's Unicode text", utf16(`\ufeff${LIST}`)],
    ["UTF-16 big-endian with its mark", utf16(`\ufeff${LIST}`, { big: true })],
    ["UTF-16 little-endian without one", utf16(LIST)],
    ["UTF-16 big-endian without one", utf16(LIST, { big: true })],
    ["UTF-16 with tabs", utf16(`\ufeff${LIST.replaceAll(";", "\t")}`)],
  ])("is read in %s", (_, bytes) => expect(givenPeople(sheetText(bytes)).people).toEqual(READ));

  it("that Excel in Germany saved has its sharp letters, its dash and its euro", () => {
    // windows-1252: ß is df, ü fc, – 96, € 80.
    const text = "Name;Mobil;Betrag\r\nJ\xfcrgen Gro\xdfmann;+49 (0)170 123\x9645678;12 \x80\r\n";
    expect(givenPeople(sheetText(Buffer.from(text, "latin1"))).people).toEqual([
      { phone: "4917012345678", name: "Jürgen Großmann", fields: { Betrag: "12 €" } },
    ]);
  });

  it("is read whatever its bytes are", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => typeof sheetText(bytes) === "string"));
    expect(sheetText(new Uint8Array())).toBe("");
  });
});
