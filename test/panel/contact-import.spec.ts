import { describe, expect, it } from "vitest";
import type { ImportedContacts } from "../../core/contracts/contact.ts";
import { cardFile } from "../../core/contracts/people-files/card-file.ts";
import { cardsIn, holdsCards } from "../../core/contracts/people-files/cards.ts";
import { AS_NAMED } from "../../core/contracts/people-files/given-people.ts";
import { type ImportRow, listOf } from "../../core/contracts/people-files/list-of.ts";
import { ApiFailure } from "../../panel/src/api/client.ts";
import { AT_START, type ImportState, runImport } from "../../panel/src/pages/contacts/import/run-import.ts";

const card = (...lines: string[]) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD", ""].join("\r\n");

describe("the people of an address book", () => {
  it.each<[string, string, { phone: string; name: string }]>([
    [
      "a phone",
      card("N:;Ana Souza;;;", "FN:Ana Souza", "TEL;type=CELL;waid=5511999990001:+55 11 99999-0001"),
      { phone: "+55 11 99999-0001", name: "Ana Souza" },
    ],
    [
      "Apple",
      card("item1.TEL;type=pref:+5511999990001", "FN:Ana\\, the baker\\; and more"),
      { phone: "+5511999990001", name: "Ana, the baker; and more" },
    ],
    [
      "Google, with a second phone",
      card("FN:Ana", "TEL;TYPE=HOME:+551133330001", "TEL;TYPE=CELL:+5511999990001"),
      { phone: "+5511999990001", name: "Ana" },
    ],
    [
      "vCard 4.0",
      card("FN:Ana", 'TEL;VALUE=uri;TYPE="voice,home":tel:+5511999990001'),
      { phone: "+5511999990001", name: "Ana" },
    ],
    [
      "one who has only name parts",
      card("N:Souza;Ana;Maria;;", "TEL:5511999990001"),
      { phone: "5511999990001", name: "Ana Maria Souza" },
    ],
    ["a broken line", card("FN:Ana So", " uza", "TEL:5511999990001"), { phone: "5511999990001", name: "Ana Souza" }],
    [
      "an old phone",
      card("FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Jo=C3=A3o =", "da Silva", "TEL;CELL:5511999990001"),
      { phone: "5511999990001", name: "João da Silva" },
    ],
    [
      "an old phone's other letters",
      card("FN;ENCODING=QUOTED-PRINTABLE:Jo=E3o", "TEL:5511999990001"),
      { phone: "5511999990001", name: "Jo=E3o" },
    ],
    ["one without a phone", card("FN:Ana", "TEL:none"), { phone: "", name: "Ana" }],
    ["one without a name", card("TEL:5511999990001"), { phone: "5511999990001", name: "" }],
  ])("are read as %s writes them", (_, text, person) => {
    expect(holdsCards(text)).toBe(true);
    expect(cardsIn(text)).toEqual([person]);
  });

  it("are those that the panel saved", () => {
    const people = ["Ana, the baker; and \\ more", "Á".repeat(100), "👩‍👩‍👧‍👦 Sá"];
    const text = cardFile(people.map((name, n) => ({ phone: `551199999000${n}`, name, nickname: null })));
    expect(cardsIn(text)).toEqual(people.map((name, n) => ({ phone: `+551199999000${n}`, name })));
  });

  it("are read at once although there are long pictures, and lines of no card", () => {
    const picture = ["PHOTO;ENCODING=b:AAAA", ...Array.from({ length: 20_000 }, () => ` ${"A".repeat(74)}`)];
    const text = `${card(...picture, "FN:Ana", "TEL:5511999990001")}TEL:5511999990009\r\n${card("FN:Ben", "TEL:5511999990002")}`;
    expect(cardsIn(text).map(({ name }) => name)).toEqual(["Ana", "Ben"]);
  });
});

describe("a list to import", () => {
  it("is a table with the columns that were found, or chosen by hand", () => {
    const text = "Customer;Phone;Short\nAna Souza;5511999990001;Ana\n;5511999990002;Ben\nCid;12;C";
    expect(listOf(text)).toMatchObject({
      rows: [{ phone: "5511999990001", name: "Ana Souza" }],
      nameless: 1,
      wrong: { noPhone: [4], rounded: [], lostLetters: [] },
    });
    expect(listOf(text, { ...AS_NAMED, name: 2 }).rows).toEqual([
      { phone: "5511999990001", name: "Ana" },
      { phone: "5511999990002", name: "Ben" },
    ]);
  });

  it("is a file of cards, of which those without a phone or a name are left out", () => {
    const text = card("FN:Ana", "TEL:+5511999990001") + card("FN:Ben") + card("TEL:5511999990003");
    expect(listOf(text)).toMatchObject({
      rows: [{ phone: "5511999990001", name: "Ana" }],
      nameless: 1,
      wrong: { noPhone: [2] },
      table: null,
    });
  });
});

describe("an import", () => {
  const rows = (count: number): ImportRow[] =>
    Array.from({ length: count }, (_, n) => ({ phone: String(n), name: `P${n}` }));
  const failure = (about: Partial<ApiFailure>) =>
    new ApiFailure("refused", {
      status: 422,
      code: "validation_failed",
      errors: {},
      requestId: null,
      retryAfterSec: null,
      ...about,
    });

  /**
   * Runs an import against an API that returns the given answers. @returns the result, and the sizes of the requests.
   */
  async function imported(
    all: readonly ImportRow[],
    answer: (rows: readonly ImportRow[], request: number) => ImportedContacts,
    { begun = AT_START, waits = [] as number[], stopping = new AbortController() } = {},
  ): Promise<{ state: ImportState; sizes: number[] }> {
    const sizes: number[] = [];
    const state = await runImport(all, begun, {
      send: async (some) => {
        sizes.push(some.length);
        return answer(some, sizes.length);
      },
      wait: async (ms) => {
        waits.push(ms);
        stopping.signal.throwIfAborted();
      },
      signal: stopping.signal,
      onStep: () => undefined,
    });
    return { state, sizes };
  }
  const allSaved = (some: readonly ImportRow[]) => ({ saved: some.length, unchanged: 0, kept: 0 });

  it("sends 500 rows at once, and adds up what became of them", async () => {
    const { state, sizes } = await imported(rows(1_100), (some) => ({ saved: some.length - 3, unchanged: 2, kept: 1 }));
    expect(sizes).toEqual([500, 500, 100]);
    expect(state).toEqual({ handled: 1_100, saved: 1_091, unchanged: 6, kept: 3, refused: [] });
  });

  it("repeats a refused request without the rows that the API named", async () => {
    const { state, sizes } = await imported(rows(5), (some, request) => {
      if (request === 1)
        throw failure({
          errors: { "contacts.1.phone": ["Bad."], "contacts.1.name": ["Too."], "contacts.3.name": ["Empty."] },
        });
      if (request === 2) throw failure({ errors: { "contacts.2.phone": ["Bad too."] } });
      return allSaved(some);
    });
    expect(sizes).toEqual([5, 3, 2]);
    expect(state).toMatchObject({ handled: 5, saved: 2 });
    expect(state.refused.map(({ row, reason }) => [row.name, reason])).toEqual([
      ["P1", "Bad."],
      ["P3", "Empty."],
      ["P4", "Bad too."],
    ]);
  });

  it("ends when every row is refused, and when the API names no row", async () => {
    const none = await imported(rows(1), () => {
      throw failure({ errors: { "contacts.0.phone": ["Bad."] } });
    });
    expect([none.sizes, none.state.handled, none.state.refused.length]).toEqual([[1], 1, 1]);
    const error = failure({ errors: { contacts: ["Give fewer."] } });
    await expect(
      imported(rows(1), () => {
        throw error;
      }),
    ).rejects.toBe(error);
  });

  it("waits as long as it is asked to, up to a minute, and not for ever", async () => {
    const waits: number[] = [];
    const busy = failure({ status: 429, code: "rate_limited", retryAfterSec: 7 });
    const once = await imported(
      rows(1),
      (some, request) => {
        if (request === 1) throw busy;
        return allSaved(some);
      },
      { waits },
    );
    expect([once.state.saved, waits]).toEqual([1, [7_000]]);
    await expect(
      imported(rows(1), () => {
        throw busy;
      }),
    ).rejects.toBe(busy);
    const full = failure({ status: 429, code: "limit_reached", retryAfterSec: 3_600 });
    await expect(
      imported(rows(1), () => {
        throw full;
      }),
    ).rejects.toBe(full);
  });

  it("stops between two requests and while it waits, and goes on from where it was", async () => {
    const stopping = new AbortController();
    const first = await imported(
      rows(1_000),
      (some) => {
        stopping.abort();
        return allSaved(some);
      },
      { stopping },
    );
    expect([first.sizes, first.state.handled]).toEqual([[500], 500]);
    const rest = await imported(rows(1_000), allSaved, { begun: first.state });
    expect([rest.sizes, rest.state.saved]).toEqual([[500], 1_000]);

    const waiting = new AbortController();
    const stopped = await imported(
      rows(1),
      () => {
        waiting.abort();
        throw failure({ status: 429, code: "rate_limited", retryAfterSec: 7 });
      },
      { stopping: waiting },
    );
    expect(stopped.state).toEqual(AT_START);
  });
});
