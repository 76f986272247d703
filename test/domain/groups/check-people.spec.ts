import { expect, it } from "vitest";
import { PERSON_RULE } from "../../../core/contracts/groups/people.ts";
import { checkPeople } from "../../../core/domain/groups/check-people.ts";

it("people are named by their phones or private ids, and by the ids that groups show", () => {
  const given = ["5511999990001", "123456789012345@lid", "201012345678@s.whatsapp.net"];
  expect(checkPeople(given)).toEqual({ people: ["5511999990001", "123456789012345@lid", "201012345678"] });
});

it.each([
  [["ana"]],
  [["1@g.us"]],
  [["x@lid"]],
  [[""]],
  [["5511999990001", "5511999990001"]],
  [["201012345678", "201012345678@s.whatsapp.net"]],
])("refuses %j", (given) => {
  expect(checkPeople(given)).toEqual({ error: PERSON_RULE });
});

it.each([
  ["+5511999990001", "Leave out the +, spaces and other symbols."],
  ["0011999990001", "Leave out the 00 in front. Is the country code 55 missing?"],
  ["11970000051", "Is the country code 55 missing?"],
])("refuses %s with its place and the likely mistake", (phone, mistake) => {
  expect(checkPeople(["201012345678", phone])).toEqual({ error: `${PERSON_RULE} Person 2: ${mistake}` });
});

it("takes members by whatever number the network names them", () => {
  expect(checkPeople(["11970000051"], "members")).toEqual({ people: ["11970000051"] });
  expect(checkPeople(["ana"], "members")).toEqual({ error: PERSON_RULE });
});
