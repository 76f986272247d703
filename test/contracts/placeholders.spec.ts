import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanValue, fieldsOf, fillTemplate, readTemplate } from "../../core/contracts/placeholders.ts";

const filled = (text: string, values: Record<string, string>) => {
  const read = readTemplate(text);
  return "fault" in read ? read : fillTemplate(read.template, values);
};

describe("placeholders", () => {
  it.each([
    ["Hello {name}", { name: "Ana" }, "Hello Ana"],
    ["Hello {name|there}", {}, "Hello there"],
    ["Hello {name|}!", {}, "Hello !"],
    ["Hello {name|there}", { name: "" }, "Hello there"],
    ["Hello {name|there}", { name: " \n" }, "Hello there"],
    ["{{name}} is {name}", { name: "Ana" }, "{name} is Ana"],
    ["{{{name}}}", { name: "Ana" }, "{Ana}"],
    ["{a}{b}{a}", { a: "1", b: "2" }, "121"],
    ["Hi {name}", { name: "{other}" }, "Hi {other}"],
    ["Hi {name}", { name: "{{x}}" }, "Hi {{x}}"],
    ["Hi {name}", { name: "*Ana*" }, "Hi Ana"],
    ["Hi {name}", { name: "Ana\nSTOP" }, "Hi Ana STOP"],
    ["Hi {name}", { name: "\u202eanA\u202c" }, "Hi anA"],
    ["No places", {}, "No places"],
    ["{_x1}", { _x1: "y" }, "y"],
  ] as const)("%j with %j is %j", (text, values, expected) => {
    expect(filled(text, values)).toEqual({ text: expected });
  });

  it.each([
    "{",
    "}",
    "a } b",
    "{}",
    "{ name}",
    "{name }",
    "{na me}",
    "{1a}",
    "{name",
    "{a|{b}}",
    "{ä}",
    `{${"a".repeat(41)}}`,
  ])("%j is refused with what to write", (text) =>
    expect(filled(text, {})).toEqual({
      fault: expect.stringMatching(/^This brace does not begin a placeholder: .*\.$/s),
    }),
  );

  it("name the field that has neither a value nor a default, also where an object has one by itself", () => {
    expect(filled("{a}{b}", { a: "1" })).toEqual({ missing: "b" });
    for (const field of ["constructor", "toString", "__proto__"])
      expect(filled(`{${field}}`, {})).toEqual({ missing: field });
  });

  it("any text in which braces are doubled reads as itself, whatever the values are", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.dictionary(fc.string(), fc.string()), (text, values) => {
        const doubled = text.replaceAll("{", "{{").replaceAll("}", "}}");
        expect(filled(doubled, values)).toEqual({ text });
      }),
    );
  });

  it("a value is put in once, as it is cleaned, and changes nothing around it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        const clean = cleanValue(value);
        expect(clean).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(cleanValue(clean)).toBe(clean);
        expect(filled("a {x|d} b", { x: value })).toEqual({ text: `a ${clean || "d"} b` });
      }),
    );
  });

  it("each field is named once", () => {
    const read = readTemplate("{a}{b|c}{a|d}");
    expect("template" in read && fieldsOf(read.template)).toEqual(["a", "b"]);
  });
});
