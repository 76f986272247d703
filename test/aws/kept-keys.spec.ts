import { createSecretKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { KeptKeys } from "../../core/aws/kept-keys.ts";
import { passingKeys } from "../../core/aws/passing-keys.ts";

const FOR_MS = 300_000;

/** Creates a key cache in which each key's bytes contain the number of keys unwrapped before it. */
function newKeys() {
  const keys = new KeptKeys(passingKeys(FOR_MS));
  let loads = 0;
  const load = async () => createSecretKey(Buffer.from(String(++loads)));
  const use = async (name: string, now = 0) => Number((await keys.of(name, now, load)).export());
  return { keys, use, loads: () => loads };
}

describe("data keys that nobody keeps", () => {
  it("are ten thousand at most, the oldest gone first, however many owners there are", async () => {
    const { use, loads } = newKeys();
    for (let n = 0; n < 15_000; n++) await use(`owner ${n}`);

    await use("owner 14000");
    expect(loads()).toBe(15_000);
    await use("owner 4999");
    expect(loads()).toBe(15_001);
  });

  it("are unwrapped again when their time is over, also after a clock went back", async () => {
    const { use } = newKeys();
    expect([await use("a", 1_000), await use("b", 0)]).toEqual([1, 2]);
    expect([await use("b", FOR_MS - 1), await use("b", FOR_MS), await use("a", FOR_MS)]).toEqual([2, 3, 1]);
  });
});

describe("data keys that are kept", () => {
  it("stay until all who keep them have given them back, whatever passes", async () => {
    const { keys, use } = newKeys();
    const [first, second] = [keys.keep("number"), keys.keep("number")];
    expect(await use("number")).toBe(1);
    for (let n = 0; n < 2_000; n++) await use(`owner ${n}`);

    first();
    first();
    expect(await use("number", 100 * FOR_MS)).toBe(1);
    second();
    expect(keys.size).toBe(0);
    expect(await use("number", 100 * FOR_MS)).toBe(2_002);
  });

  it("are not taken over from before they were kept", async () => {
    const { keys, use } = newKeys();
    await use("number");
    keys.keep("number");
    expect([await use("number"), await use("number")]).toEqual([2, 2]);
  });
});

it("a data key that could not be unwrapped is tried again, kept or not", async () => {
  const { keys, use } = newKeys();
  keys.keep("number");
  for (const name of ["number", "owner"]) {
    await expect(keys.of(name, 0, () => Promise.reject(new Error("away")))).rejects.toThrow("away");
    expect(await use(name)).toBeGreaterThan(0);
  }
});

it("a data key is unwrapped once for those who ask at the same moment, kept or not", async () => {
  const { keys, use, loads } = newKeys();
  keys.keep("number");
  await Promise.all([use("number"), use("number"), use("owner"), use("owner")]);
  expect(loads()).toBe(2);
});
