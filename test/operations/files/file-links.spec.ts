import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SERVED_FROM } from "../../../core/contracts/files.ts";
import { cleanFileName } from "../../../core/domain/files/file-name.ts";
import { followFileLink, readFileToken } from "../../../core/operations/files/follow-file-link.ts";
import { fileLink } from "../../../core/operations/files/link-file.ts";
import { fileSecret } from "../../../core/records/accounts/file-secret.ts";
import type { Key, Table, Write } from "../../../core/store/table.ts";
import { memoryMedia } from "../../support/memory-media.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testVault } from "../../support/test-vault.ts";

const BASE = "https://gateway.example";
const DAY_MS = 24 * 3_600_000;
const MADE = Date.parse("2026-03-01T12:00:00Z");

const clockAt = (at: number) => ({ now: () => new Date(at), until: async () => {} });
const depsAt = (at: number, secret = "secret") => ({
  secret: { hmac: async (text: string) => createHmac("sha256", secret).update(text).digest() },
  clock: clockAt(at),
});
const tokenOf = (link: string) => link.slice(`${BASE}${SERVED_FROM}`.length);
const photo = { key: "ACC/acc_1/ins_1/file_1", about: { mimetype: "image/jpeg", filename: "Foto ü.jpg" } };
const photoToken = async () => tokenOf(await fileLink(depsAt(MADE), BASE, photo.key, photo.about));

describe("a link to a file", () => {
  it("names the file to the gateway that made it, and needs no escaping", async () => {
    const text = fc.string({ maxLength: 100, unit: "binary" });
    await fc.assert(
      fc.asyncProperty(text, text, fc.option(text), async (key, mimetype, filename) => {
        const about = { mimetype, filename };
        const token = tokenOf(await fileLink(depsAt(MADE), BASE, key, about));
        expect(encodeURIComponent(token)).toBe(token);
        expect(await readFileToken(depsAt(MADE), token)).toEqual({
          key,
          about: { mimetype, filename: cleanFileName(filename) },
        });
      }),
    );
  });

  it.each(["a".repeat(10_000), "😀".repeat(10_000), "\u0000".repeat(10_000), '"\\'.repeat(5_000)])(
    "is short enough to be asked for, whatever the sender called the file (%#)",
    async (text) => {
      for (const mimetype of [text, text.slice(0, 255)]) {
        const link = await fileLink(depsAt(MADE), BASE, photo.key, { mimetype, filename: text });
        expect(link.length).toBeLessThan(4_000);
        expect((await readFileToken(depsAt(MADE), tokenOf(link)))?.key).toBe(photo.key);
      }
    },
  );

  it("begins with the API's address, whether that ends with a slash or not", async () => {
    const links = [BASE, `${BASE}/`].map((base) => fileLink(depsAt(MADE), base, photo.key, photo.about));
    const [without, withSlash] = await Promise.all(links);
    expect(without).toMatch(/^https:\/\/gateway\.example\/v1\/files\/[\w-]+\.[\w-]{22}$/);
    expect(withSlash).toBe(without);
  });

  it.each([
    ["works in the last second of its 24 hours", DAY_MS - 1, photo],
    ["has ended after 24 hours", DAY_MS, null],
  ])("%s", async (_title, laterMs, expected) => {
    expect(await readFileToken(depsAt(MADE + laterMs), await photoToken())).toEqual(expected);
  });

  it("gives nothing when it was changed anywhere, or made under another secret", async () => {
    const token = await photoToken();
    expect(await readFileToken(depsAt(MADE, "another"), token)).toBeNull();
    for (let i = 0; i < token.length - 1; i++) {
      const changed = `${token.slice(0, i)}${token[i] === "A" ? "B" : "A"}${token.slice(i + 1)}`;
      expect(await readFileToken(depsAt(MADE), changed)).toBeNull();
    }
  });

  it.each(["", ".", "a.b", "no dot", `${"x".repeat(10)}.${"é".repeat(22)}`, "x".repeat(10_000)])(
    "is not %j",
    async (text) => {
      expect(await readFileToken(depsAt(MADE), text)).toBeNull();
    },
  );
});

describe("following a link", () => {
  const kept = async () => {
    const files = memoryMedia();
    await files.put(photo.key, Buffer.from("abc"), { ...photo.about, maxBytes: 10 });
    return files;
  };

  it("leads to the store's own address of the file", async () => {
    const files = await kept();
    const address = await followFileLink({ ...depsAt(MADE), files }, await photoToken());
    expect(address).toContain(encodeURIComponent(photo.key));
  });

  it("ends with the same plain words, whether its time is over, it was never ours, or the file is deleted", async () => {
    const token = await photoToken();
    const files = await kept();
    const failures = await Promise.all(
      [
        followFileLink({ ...depsAt(MADE + DAY_MS), files }, token),
        followFileLink({ ...depsAt(MADE, "another"), files }, token),
        followFileLink({ ...depsAt(MADE), files }, "nonsense"),
        followFileLink({ ...depsAt(MADE), files: memoryMedia() }, token),
      ].map((asked) => asked.catch((error: unknown) => error)),
    );
    const [first] = failures;
    expect(first).toMatchObject({ code: "not_found", status: 404, message: expect.stringMatching(/24 hours.*\.$/) });
    for (const failure of failures) expect(failure).toEqual(first);
  });
});

/** Wraps a table to count its requests. */
function counted(table: MemoryTable) {
  const count = { reads: 0, writes: 0 };
  const counting = Object.assign(Object.create(table) as Table, {
    get(key: Key) {
      count.reads++;
      return table.get(key);
    },
    write(write: Write) {
      count.writes++;
      return table.write(write);
    },
  });
  return { table: counting, count };
}

describe("the secret of links", () => {
  const ids = {
    next: () => "x_1" as never,
    random: (size: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(size))),
  };
  const world = () => ({ ...counted(new MemoryTable()), vault: testVault(), clock: clockAt(MADE), ids });

  it("is made by whoever needs it first, and is the same for all who come after", async () => {
    const shared = world();
    const makers = [fileSecret(shared), fileSecret(shared)];
    const tags = await Promise.all(makers.map((one) => one.hmac("text")));
    tags.push(await fileSecret(shared, { mayMake: false }).hmac("text"));
    for (const tag of tags) expect(tag.equals(tags[0] ?? Buffer.alloc(0))).toBe(true);
  });

  it("costs one read of the table in five minutes, however many links are made", async () => {
    const shared = world();
    await fileSecret(shared).hmac("made");
    shared.count.reads = 0;
    shared.count.writes = 0;
    const secret = fileSecret(shared);
    for (let n = 0; n < 500; n++) await secret.hmac(`link ${n}`);
    expect(shared.count).toEqual({ reads: 1, writes: 0 });
  });

  it("makes nothing right before there is one, and is not made by who only opens links", async () => {
    const shared = world();
    const opener = fileSecret(shared, { mayMake: false });
    const token = tokenOf(await fileLink({ secret: opener, clock: shared.clock }, BASE, photo.key, photo.about));
    expect(await readFileToken({ secret: opener, clock: shared.clock }, token)).toBeNull();
    expect(shared.count.writes).toBe(0);
  });
});
