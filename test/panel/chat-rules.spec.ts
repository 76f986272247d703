import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chat } from "../../core/contracts/chats/chat.ts";
import type { Note } from "../../core/contracts/chats/note.ts";
import type { Instance } from "../../core/contracts/instance.ts";
import { type Message, messageView } from "../../core/contracts/message.ts";
import { fileName, fileSize, fileView } from "../../panel/src/files/file-view.ts";
import { byDay, goesOn, writtenAt } from "../../panel/src/pages/chats/rules/days.ts";
import {
  type ChatFilter,
  mergeChats,
  mergeMessages,
  newFrom,
  toWatch,
} from "../../panel/src/pages/chats/rules/merge-live.ts";
import { initials, nameOf, phoneInAddress } from "../../panel/src/pages/chats/rules/people.ts";
import {
  colleagueName,
  isFree,
  isSnoozeTime,
  snoozeTimes,
  whoAnswers,
} from "../../panel/src/pages/chats/rules/team.ts";
import { textParts } from "../../panel/src/pages/chats/rules/text-parts.ts";
import { firstNotice, whyWaits } from "../../panel/src/pages/chats/rules/why-waits.ts";
import { type Entry, withNotes } from "../../panel/src/pages/chats/rules/with-notes.ts";

const message = (id: string, about: Partial<Message> = {}): Message => ({
  ...messageView({ id, direction: "in", status: "received", type: "text", origin: "contact" }),
  created_at: "2026-11-20T12:00:00+00:00",
  ...about,
});

const AT = "2026-11-20T12:00:00+00:00";
const ANA = { id: "usr_1", name: "Ana", email: "ana@example.com" };

const chat = (id: string, about: Partial<Chat> = {}): Chat => ({
  id,
  instance_id: "inst_1",
  type: "person",
  phone: "5511999990001",
  name: "Ana",
  waiting: true,
  unread_count: 1,
  labels: [],
  archived: false,
  pinned: false,
  muted_until: null,
  handled_by: null,
  assigned_to: null,
  snoozed_until: null,
  closed_at: null,
  last_message: {
    id: "msg_1",
    direction: "in",
    type: "text",
    body: "Hi",
    status: "received",
    created_at: "2026-11-20T12:00:00+00:00",
  },
  last_in_at: "2026-11-20T12:00:00+00:00",
  reply_until: null,
  updated_at: "2026-11-20T12:00:00+00:00",
  ...about,
});

describe("links in a stranger's text", () => {
  it.each([
    ["see https://a.example/x?y=1#z now", ["https://a.example/x?y=1#z"]],
    ["(https://a.example/x).", ["https://a.example/x"]],
    ["https://a.example/wiki/X_(y), and HTTP://B.example", ["https://a.example/wiki/X_(y)", "http://b.example/"]],
    ["javascript:alert(1) data:text/html,x ftp://a.example", []],
    ["https://user:secret@bank.example/", []],
    ["https:// http://", []],
    ['https://a.example/"onmouseover="x', ["https://a.example/"]],
    ["<script>location='https://a.example'</script>", ["https://a.example/"]],
  ])("of %j are %j", (text, links) => {
    expect(textParts(text).flatMap(({ href }) => href ?? [])).toEqual(links);
  });

  it("are only ever http or https, and the pieces are the text again, whatever it is", () => {
    const words = fc.constantFrom(
      "https://",
      "http://",
      "javascript:",
      "a.example",
      " ",
      "(",
      ")",
      "\u202e",
      "@",
      "\n",
    );
    const texts = fc
      .array(fc.oneof(words, fc.string({ unit: "binary" })), { maxLength: 20 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(texts, (text) => {
        const parts = textParts(text);
        expect(parts.map((part) => part.text).join("")).toBe(text);
        for (const { href } of parts) if (href !== null) expect(href).toMatch(/^https?:\/\/[^/]/);
      }),
    );
  });
});

describe("a file", () => {
  it.each([
    ["image/png", "picture"],
    ["image/jpeg; charset=x", "picture"],
    ["IMAGE/WEBP", "picture"],
    ["image/gif", "picture"],
    ["image/svg+xml", "download"],
    ["image/avif", "download"],
    ["video/mp4", "video"],
    ["audio/ogg; codecs=opus", "audio"],
    ["application/pdf", "download"],
    ["text/html", "download"],
    ["video/mp4\ntext/html", "download"],
    [null, "download"],
  ])("of type %j is a %s", (type, view) => {
    expect(fileView(type)).toBe(view);
  });

  it.each([
    ["invoice.pdf", "invoice", ".pdf"],
    ["photo\u202egpj.exe", "photogpj", ".exe"],
    ["../../etc/passwd", "passwd", ""],
    [".bashrc", ".bashrc", ""],
    ["a.thisisnoendingatall", "a.thisisnoendingatall", ""],
  ])("named %j ends as it really does", (name, stem, ending) => {
    expect(fileName(name)).toEqual({ stem, ending });
  });

  it("whose name is nothing but tricks has none", () => {
    expect(fileName("\u200b\u202e")).toBeNull();
    expect(fileName(null)).toBeNull();
  });

  it.each([
    [0, "0 byte"],
    [999, "999 byte"],
    [1_500, "1.5 kB"],
    [12_345_678, "12 MB"],
  ])("of %d bytes is called %s", (bytes, shown) => {
    expect(fileSize(bytes, "en-US")).toBe(shown);
  });
});

describe("a thread", () => {
  it("is parted into the days of the reader's own zone", () => {
    const late = message("msg_1", { created_at: "2026-11-20T02:30:00+00:00" });
    const next = message("msg_2", { created_at: "2026-11-20T03:30:00+00:00" });
    const days = byDay([late, next], "America/Sao_Paulo", writtenAt);
    expect(days.map(({ day, entries }) => [day, entries.length])).toEqual([
      ["2026-11-19", 1],
      ["2026-11-20", 1],
    ]);
    expect(byDay([late, next], "UTC", writtenAt)).toHaveLength(1);
  });

  it("has each note before the first message written later, whatever the messages' order", () => {
    const at = (minute: number) => ({ created_at: `2026-11-20T12:0${minute}:00+00:00` });
    const messages = [message("msg_1", at(1)), message("msg_2", at(4)), message("msg_3", at(3))];
    const notes = [0, 2, 5].map((minute) => ({ id: `note_${minute}`, ...at(minute) }) as Note);
    const ids = (entries: Entry[]) => entries.map((entry) => (entry.message ?? entry.note).id);
    expect(ids(withNotes(messages, notes))).toEqual(["note_0", "msg_1", "note_2", "msg_2", "msg_3", "note_5"]);
    expect(ids(withNotes([], notes))).toEqual(["note_0", "note_2", "note_5"]);
  });

  it("goes on without a name when the same side writes again within five minutes", () => {
    const first = message("msg_1");
    expect(goesOn(first, message("msg_2", { created_at: "2026-11-20T12:04:00+00:00" }))).toBe(true);
    expect(goesOn(first, message("msg_2", { created_at: "2026-11-20T12:06:00+00:00" }))).toBe(false);
    expect(goesOn(first, message("msg_2", { direction: "out" }))).toBe(false);
    expect(goesOn(undefined, first)).toBe(false);
  });

  it("takes what is new and what changed, each message once, the newest first", () => {
    const shown = [message("msg_2"), message("msg_1")];
    const live = [message("msg_3"), message("msg_1", { body: "changed" })];
    const merged = mergeMessages(shown, live);
    expect(merged.map(({ id }) => id)).toEqual(["msg_3", "msg_2", "msg_1"]);
    expect(merged.at(-1)?.body).toBe("changed");
    expect(mergeMessages(merged, live)).toEqual(merged);
  });

  it("does not go back in a message's status when answers cross", () => {
    const read = message("msg_1", { direction: "out", status: "read" });
    const late = message("msg_1", { direction: "out", status: "sent" });
    expect(mergeMessages([read], [late])[0]?.status).toBe("read");
    expect(mergeMessages([late], [read])[0]?.status).toBe("read");
  });

  it("asks again for what is on its way, the newest, and no more than it may", () => {
    const out = (id: string, status: Message["status"]) => message(id, { direction: "out", status });
    const shown = [out("msg_5", "queued"), out("msg_4", "read"), message("msg_3"), out("msg_2", "sent")];
    expect(toWatch(shown, 20)).toEqual(["msg_5", "msg_2"]);
    expect(toWatch(shown, 1)).toEqual(["msg_5"]);
  });

  it("tells of what the other side wrote and was not shown yet", () => {
    const live = [message("msg_1"), message("msg_2"), message("msg_3", { direction: "out" })];
    expect(newFrom([message("msg_1")], live).map(({ id }) => id)).toEqual(["msg_2"]);
  });
});

describe("a list of chats", () => {
  const all: ChatFilter = {
    ...{ instance: null, waiting: false, label: null, isSearch: false },
    ...{ assignee: undefined, closed: null, snoozed: null, hasMore: false },
  };
  const later = { updated_at: "2026-11-20T13:00:00+00:00" };

  it("brings a chat to its top when something is written there", () => {
    const merged = mergeChats(
      [chat("a", later), chat("b")],
      [chat("b", { updated_at: "2026-11-20T14:00:00+00:00" })],
      all,
    );
    expect(merged.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  it.each([
    ["a new chat", all, chat("new"), ["a", "new"]],
    ["none that is found by a search", { ...all, isSearch: true }, chat("new"), ["a"]],
    ["none of another number", { ...all, instance: "inst_2" }, chat("new"), ["a"]],
    ["none without the label", { ...all, label: 3 }, chat("new"), ["a"]],
    ["one with the label", { ...all, label: 3 }, chat("new", { labels: [3] }), ["a", "new"]],
    ["one's own", { ...all, assignee: "usr_1" }, chat("new", { assigned_to: ANA }), ["a", "new"]],
    ["none of a colleague's among nobody's", { ...all, assignee: null }, chat("new", { assigned_to: ANA }), ["a"]],
    ["nobody's among nobody's", { ...all, assignee: null }, chat("new"), ["a", "new"]],
    ["none that is closed among the open ones", { ...all, closed: false }, chat("new", { closed_at: AT }), ["a"]],
    ["one that is closed among those", { ...all, closed: true }, chat("new", { closed_at: AT }), ["a", "new"]],
    ["none that is set aside", { ...all, snoozed: false }, chat("new", { snoozed_until: AT }), ["a"]],
    ["none that belongs to a page that was not read", { ...all, hasMore: true }, chat("new"), ["a"]],
    ["none that does not wait", { ...all, waiting: true }, chat("new", { waiting: false }), ["a"]],
  ])("takes %s", (_what, filter, came, shown) => {
    expect(mergeChats([chat("a", later)], [came], filter).map(({ id }) => id)).toEqual(shown);
  });

  it("loses a chat that was answered, when it shows those that wait", () => {
    expect(mergeChats([chat("a")], [chat("a", { waiting: false })], { ...all, waiting: true })).toEqual([]);
  });
});

describe("a chat that leaves an answer to one of two people", () => {
  const team = [ANA, { id: "usr_2", name: null, email: "bo@example.com" }];

  it.each([
    ["nobody has", null, true],
    ["a colleague has", { id: "usr_2" }, false],
    ["somebody has who may no longer answer", { id: "usr_9" }, true],
  ])("that %s", (_what, assignee, isTaken) => {
    expect(isFree(assignee, team)).toBe(isTaken);
  });

  it("shows a colleague by name, else by address, and knows none of those who left", () => {
    expect(["usr_1", "usr_2", "usr_9"].map((id) => colleagueName(id, team))).toEqual(["Ana", "bo@example.com", null]);
  });
});

describe("who is writing an answer", () => {
  const answering = [{ user_id: "usr_1", at: "2026-11-20T12:00:05.000Z" }];
  const said = (direction: "in" | "out", created_at: string) =>
    chat("a", { last_message: { ...chat("a").last_message!, direction, created_at } });

  it.each([
    ["a colleague", chat("a", { last_message: null }), ["usr_1"]],
    ["a colleague, also when the person writes meanwhile", said("in", "2026-11-20T12:00:06+00:00"), ["usr_1"]],
    ["nobody, once the team has answered", said("out", "2026-11-20T12:00:06+00:00"), []],
    ["a colleague who writes another one", said("out", "2026-11-20T12:00:04+00:00"), ["usr_1"]],
  ])("is %s", (_what, open, names) => {
    expect(whoAnswers(answering, open)).toEqual(names);
  });
});

describe("a chat that is set aside", () => {
  const times = (now: string, zone: string) => Object.values(snoozeTimes(new Date(now), zone));

  it.each([
    // Noon on a Friday in São Paulo, which is three hours behind UTC.
    ["2026-11-20T15:00:00.000Z", "America/Sao_Paulo", ["20T16:00", "20T18:00", "21T12:00", "23T12:00"]],
    // In Tokyo, it is already Saturday.
    ["2026-11-20T15:00:00.000Z", "Asia/Tokyo", ["20T16:00", "20T18:00", "22T00:00", "23T00:00"]],
    // On a Monday, "Monday" means Monday of next week.
    ["2026-11-23T06:00:00.000Z", "Etc/GMT", ["23T07:00", "23T09:00", "24T09:00", "30T09:00"]],
  ])("comes back by the person's clock: at %s in %s", (now, zone, days) => {
    expect(times(now, zone)).toEqual(days.map((day) => `2026-11-${day}:00.000Z`));
  });

  it("comes back at nine although clocks change in between", () => {
    const [, , tomorrow] = times("2026-10-24T10:00:00.000Z", "Europe/Madrid");
    expect(tomorrow).toBe("2026-10-25T08:00:00.000Z");
  });

  it.each([
    ["2026-11-20T09:00:01.000Z", true],
    ["2026-11-20T09:00:00.000Z", false],
    ["2027-11-21T09:00:00.000Z", false],
    [null, false],
  ])("until %s: %s", (until, isFit) => {
    expect(isSnoozeTime(until, Date.parse("2026-11-20T09:00:00.000Z"))).toBe(isFit);
  });
});

describe("why a message waits", () => {
  const night = { start: "22:00", end: "08:00", timezone: "America/Sao_Paulo" };
  const number = (about: Partial<Instance["protection"]> = {}) =>
    ({
      status: "working",
      protection: {
        quiet_hours: night,
        quiet_now: false,
        new_chats_paused: false,
        new_contacts_left_today: 3,
        ...about,
      },
    }) as Instance; // the rest is not looked at
  const waiting = (about: Partial<Message>) => message("msg_1", { direction: "out", status: "queued", ...about });
  const at = "2026-11-21T11:00:00+00:00";

  it.each([
    ["quiet_hours", { waiting_reason: "quiet_hours", expected_at: at }, "wait_quiet_hours_at", night.timezone],
    ["daily_cap", { waiting_reason: "daily_cap", expected_at: at }, "wait_daily_cap_at", null],
    ["offline", { waiting_reason: "offline", expected_at: null }, "wait_offline", null],
    ["scheduled", { status: "scheduled", send_at: at }, "wait_scheduled", null],
  ] as const)("says so of %s, a night by the number's own clock", (_name, about, key, zone) => {
    expect(whyWaits(waiting(about), number())).toMatchObject({ key, zone });
  });

  it("says nothing of what is on its way, or has gone", () => {
    expect(whyWaits(waiting({ waiting_reason: null }), number())).toBeNull();
    expect(whyWaits(waiting({ status: "sent", waiting_reason: "offline" }), number())).toBeNull();
  });

  it.each([
    ["at day", {}, "first_day"],
    ["at night", { quiet_now: true }, "first_night"],
    ["when the day's limit is reached", { new_contacts_left_today: 0 }, "first_cap"],
    ["while new chats are paused", { new_chats_paused: true, new_chats_paused_until: null }, "first_paused"],
    ["while they are until a time", { new_chats_paused: true, new_chats_paused_until: at }, "first_paused_at"],
  ])("is told before a first message %s", (_when, about, key) => {
    expect(firstNotice({ type: "person", last_in_at: null }, number(about))?.key).toBe(key);
  });

  it("is not told before an answer, nor in a group", () => {
    expect(firstNotice({ type: "person", last_in_at: at }, number())).toBeNull();
    expect(firstNotice({ type: "group", last_in_at: null }, number())).toBeNull();
  });
});

describe("a person", () => {
  it.each([
    [{ name: "Ana", phone: "55119" }, "Ana"],
    [{ name: "\u202e", phone: "55119" }, "+55119"],
    [{ name: "A\u202ena", phone: null }, "Ana"],
    [{ name: null, phone: null }, null],
  ])("%j is called %j", (person, shown) => {
    expect(nameOf(person)).toBe(shown);
  });

  it.each([
    ["Ana Maria Souza", "AS"],
    ["ana", "A"],
    ["+55 11", "51"],
    ["🌹", ""],
    [null, ""],
  ])("named %j has the letters %j", (name, letters) => {
    expect(initials(name)).toBe(letters);
  });

  it("without a chat is known by the digits of the address alone", () => {
    expect(phoneInAddress("5511999990001")).toBe("5511999990001");
    expect(phoneInAddress("120363020000000001@g.us")).toBeNull();
  });
});
