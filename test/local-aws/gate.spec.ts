import { expect, test } from "vitest";
import { Gate } from "../../local/aws/dynamo/gate.ts";

test("readers go in together, a commit alone, in the order in which they came", async () => {
  const gate = new Gate();
  const log: string[] = [];
  const open = new Map<string, () => void>();
  const held = (name: string) => async () => {
    log.push(`${name} in`);
    await new Promise<void>((resolve) => open.set(name, resolve));
    log.push(`${name} out`);
  };
  const finish = async (name: string, work: Promise<void> | undefined) => {
    open.get(name)?.();
    await work;
    await new Promise((resolve) => setImmediate(resolve)); // those who waited for it go in
  };
  const first = gate.read(held("read 1"));
  const second = gate.read(held("read 2"));
  const commit = gate.commit(held("commit 1"));
  const third = gate.read(held("read 3"));
  const last = gate.commit(held("commit 2"));
  expect(log.splice(0)).toEqual(["read 1 in", "read 2 in"]);
  await finish("read 1", first);
  expect(log.splice(0)).toEqual(["read 1 out"]);
  await finish("read 2", second);
  expect(log.splice(0)).toEqual(["read 2 out", "commit 1 in"]);
  await finish("commit 1", commit);
  expect(log.splice(0)).toEqual(["commit 1 out", "read 3 in"]);
  await finish("read 3", third);
  await finish("commit 2", last);
  expect(log).toEqual(["read 3 out", "commit 2 in", "commit 2 out"]);
});

test("work that fails lets the next one in", async () => {
  const gate = new Gate();
  const fail = async () => {
    throw new Error("no");
  };
  await expect(gate.commit(fail)).rejects.toThrow("no");
  await expect(gate.read(fail)).rejects.toThrow("no");
  expect(await gate.commit(async () => "yes")).toBe("yes");
});
