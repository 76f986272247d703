import { describe, expect, it } from "vitest";
import { arrivalCourse } from "../../../core/domain/messages/arrival-course.ts";

const ANA = "5511912345678";
const LID = "1234567890@lid";
const CHANNEL = "120363@newsletter";
const text = { chat_id: `${ANA}@s.whatsapp.net`, from_me: false, phone: ANA, private_id: null };

describe("a message that arrives", () => {
  it.each([
    ["from somebody new", text, { person: ANA, other_form: null }, "store"],
    [
      "from somebody known by both names",
      { ...text, private_id: LID },
      { person: ANA, private_id: LID, other_form: null },
      "store",
    ],
    ["from a hidden number", { ...text, phone: null }, { person: LID, other_form: null }, "store"],
    ["in a group", { ...text, chat_id: "120363@g.us" }, null, "store"],
    ["typed on the phone in a channel", { ...text, chat_id: CHANNEL, from_me: true }, null, "store"],
    ["published by others in a channel", { ...text, chat_id: CHANNEL }, null, "pass_over"],
  ] as const)("%s has this course", (_which, message, known, course) => {
    expect(arrivalCourse(message, known, false)).toEqual({ kind: course });
  });

  it("is not stored a second time", () => {
    expect(arrivalCourse(text, { person: ANA, other_form: null }, true)).toEqual({ kind: "known" });
    expect(arrivalCourse({ ...text, chat_id: CHANNEL }, null, true)).toEqual({ kind: "pass_over" });
  });

  it.each([
    ["a phone and a private id", { ...text, private_id: LID }, { person: ANA, other_form: null }, LID],
    ["another private id", { ...text, private_id: LID }, { person: ANA, private_id: "99@lid", other_form: null }, LID],
    ["another form of their number", text, { person: "551112345678", other_form: null }, "551112345678"],
    [
      "the other form under which they were written to",
      text,
      { person: ANA, other_form: "551112345678" },
      "551112345678",
    ],
  ] as const)("joins %s before anything else, even when it is stored", (_which, message, known, other) => {
    const joins = { kind: "unite", names: { phone: ANA, private_id: other } };
    expect(arrivalCourse(message, known, false)).toEqual(joins);
    expect(arrivalCourse(message, known, true)).toEqual(joins);
  });

  it.each([
    ["no private id", { ...text, private_id: null }],
    ["an empty private id", { ...text, private_id: "" }],
    ["a hidden number", { ...text, phone: null, private_id: LID }],
  ] as const)("joins nothing with %s", (_which, message) => {
    expect(arrivalCourse(message, { person: LID, other_form: null }, false)).toEqual({ kind: "store" });
  });
});
