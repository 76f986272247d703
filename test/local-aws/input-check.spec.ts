import { TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { CHECKED_SERVICES, inputCheck, inputSchema } from "../../local/aws/checks/input-check.ts";
import { shapeCheck } from "../../local/aws/checks/shape.ts";
import { AwsError } from "../../local/aws/service/aws-error.ts";
import type { Json, ServiceName } from "../../local/aws/service/service.ts";
import { serviceSocket } from "../../local/aws/socket/service-socket.ts";
import { BROKEN, VALID } from "./checked-inputs.ts";
import { startAws } from "./support.ts";

const check = inputCheck();

/** Returns the error that refuses an input, or null if the input is accepted. */
function refusalOf(service: ServiceName, action: string, input: Json): AwsError | null {
  try {
    check(service, action, input);
    return null;
  } catch (error) {
    if (error instanceof AwsError) return error;
    throw error;
  }
}

/**
 * Returns a copy in which the value at a place has been replaced. Places are named as in the tables of limits. Missing
 * levels are created.
 */
function withAt(input: unknown, place: readonly string[], value: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return value;
  if (step === "[]") return [withAt(Array.isArray(input) ? input[0] : undefined, rest, value)];
  if (step === "{}") return { key: withAt(undefined, rest, value) };
  const object = (input ?? {}) as Json; // a step by name leads into an object
  return { ...object, [step]: withAt(object[step], rest, value) };
}

const stepsOf = (place: string) => place.replaceAll(/(\[\]|\{\})/g, ".$1").split(".");

const services = Object.entries(CHECKED_SERVICES) as [ServiceName, (typeof CHECKED_SERVICES)[ServiceName]][]; // its keys
const actions = services.flatMap(([service, { rules }]) => Object.keys(rules).map((action) => ({ service, action })));

/** Returns the action's input from the table of valid inputs. */
const validOf = (action: string): Json => {
  const input = VALID[action];
  if (!input) throw new Error(`${action} has rules: give it a valid input in checked-inputs.ts.`);
  return input;
};

describe("the check in front of the embedded services", () => {
  it.each(actions)("takes a valid $action, and refuses it with each limit broken", ({ service, action }) => {
    const valid = validOf(action);
    const limits = CHECKED_SERVICES[service].rules[action]?.limits ?? {};
    const taken: unknown[] = [];
    for (const [place, rules] of Object.entries(limits)) {
      for (const value of rules.flatMap(({ violations }) => violations)) {
        const input = withAt(valid, stepsOf(place), value) as Json; // as the valid one
        const refusal = refusalOf(service, action, input);
        if (!refusal || refusal.code === "SerializationException") taken.push({ place, value, refusal });
      }
    }

    expect(refusalOf(service, action, valid)).toBeNull();
    expect(taken).toEqual([]);
  });

  it.each(actions)("refuses $action with each of its rules about several members broken", ({ service, action }) => {
    const rules = Object.entries(CHECKED_SERVICES[service].rules[action]?.cross ?? {});
    const taken = rules.filter(([what, rule]) => {
      const breaks = BROKEN[action]?.[what] ?? BROKEN.any?.[what];
      if (!breaks) throw new Error(`${action}: give an input that breaks "${what}" in checked-inputs.ts.`);
      const input = breaks(validOf(action));
      const code = refusalOf(service, action, input)?.code;
      return rule(input) === null || code === undefined || code === "SerializationException";
    });

    expect(taken).toEqual([]);
  });

  it.each(actions)("refuses $action without what it requires, with other types and with other members", (one) => {
    const { service, action } = one;
    const valid = validOf(action);
    const findings = shapeCheck(inputSchema(CHECKED_SERVICES[service].client, action), {});
    const required = findings({}).flatMap((found) => (found.kind === "absent" ? [found.name] : []));
    const without = (name: string) => Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name));

    expect(required.filter((name) => !refusalOf(service, action, without(name)))).toEqual([]);
    const mistyped = Object.keys(valid).filter((name) => {
      const other = typeof valid[name] === "object" ? "x" : [];
      return refusalOf(service, action, { ...valid, [name]: other })?.code !== "SerializationException";
    });
    expect(mistyped).toEqual([]);
    expect(refusalOf(service, action, { ...valid, Nonsense: 1 })?.message).toBe(
      "Nonsense is no member that AWS would read.",
    );
  });

  it("comes first on every way to the services: HTTP, calls and the line", async () => {
    const { aws, dynamo } = await startAws();
    const input = { ...validOf("TransactWriteItems"), ClientRequestToken: "x".repeat(37) };
    const { signal } = new AbortController();

    const words = "at 'clientRequestToken' failed to satisfy constraint";
    await expect(dynamo.send(new TransactWriteItemsCommand(input as never))).rejects.toThrow(words); // wire form as the SDK's
    await expect(aws.ask("TransactWriteItems", input, signal)).rejects.toThrow(words);
    await expect(serviceSocket(aws.line)("TransactWriteItems", input, signal)).rejects.toThrow(words);
  });

  it("refuses in the words of AWS, and never shows a long value", () => {
    const TransactItems = validOf("TransactWriteItems").TransactItems;

    expect(refusalOf("dynamo", "TransactWriteItems", { TransactItems, ClientRequestToken: "" })?.message).toBe(
      "1 validation error detected: Value '' at 'clientRequestToken' failed to satisfy constraint: Member must have length greater than or equal to 1",
    );
    const long = refusalOf("dynamo", "TransactWriteItems", { TransactItems, ClientRequestToken: "x".repeat(99) });
    expect(long?.message).not.toContain("xx");
  });
});
