import { expect, it } from "vitest";
import { ERROR_CODES } from "../../../core/contracts/error-codes.ts";
import { requestPlaces } from "./schema-walk.ts";

const places = await requestPlaces();
const names = (found: { name: string }[]) => [...new Set(found.map(({ name }) => name))];

it("finds the fields of requests, also deep ones", () => {
  expect(names(places)).toEqual(
    expect.arrayContaining([
      "messages.send body.media.mimetype",
      "messages.send body.poll.options",
      "messages.send headers.idempotency-key",
      "webhook.resend params.event_id",
      "instances.update body.protection_settings.timezone",
      "events.list query.types",
    ]),
  );
});

it("every text has a greatest length, which is looked at before anything else, and alone when it is passed", () => {
  const broken = places.filter(({ type, checks: [first] }) => {
    return type === "string" && !(first?.check === "max_length" && first.abort === true);
  });

  expect(names(broken)).toEqual([]);
});

it("every list has a greatest length", () => {
  const broken = places.filter(
    ({ type, checks }) => type === "array" && !checks.some(({ check }) => check === "max_length"),
  );

  expect(names(broken)).toEqual([]);
});

it("no part of a request takes any names or any values", () => {
  const open = ["record", "unknown", "any", "map", "set", "custom"];
  const broken = places.filter(
    ({ type, name }) => open.includes(type) && !LEFT_TO_ITS_OPERATION.test(name) && !OWN_NAMES.test(name),
  );

  expect(names(broken)).toEqual([]);
});

/**
 * Customers choose the names of placeholders. There are limits for the number and length of the names, and for the
 * length of their values.
 */
const OWN_NAMES = /^broadcasts\.(create|change) body\.recipients\.fields$/;

/** Fields that their operation checks against the instance's warm-up stage. They are covered with the routes. */
const LEFT_TO_ITS_OPERATION = /^instances\.update body\.protection_settings\.\w+$/;

it("what is said of a wrong field is a sentence that a person understands without the field's name", () => {
  const said = places
    .filter(({ part }) => part !== "params")
    .flatMap(({ name, field, sentences }) => {
      const last = field.split(".").at(-1) ?? "";
      return sentences.map((text) => ({ name: `${name}: ${text}`, text, last }));
    });
  const broken = said.filter(({ text, last }) => {
    const isSentence = /^[A-Z].*[.]$/s.test(text) && text.includes(" ");
    return !isSentence || text.toLowerCase().startsWith(`${last.toLowerCase()}:`) || text.startsWith("This field");
  });

  expect(said.length).toBeGreaterThan(50);
  expect(names(broken)).toEqual([]);
});

it("a path that names nothing is answered by the code of what it would name", () => {
  const texts = places.filter(({ part, type }) => part === "params" && type === "string");
  const broken = texts.filter(
    ({ sentences }) => sentences.length === 0 || !sentences.every((one) => one in ERROR_CODES),
  );

  expect(texts.length).toBeGreaterThan(10);
  expect(names(broken)).toEqual([]);
});
