import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SQSRecord } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keys } from "../../core/store/keys.ts";
import { fileMail } from "../../functions/file-mail.ts";
import { mailNotices } from "../../functions/workers/notify-admins.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { ACCOUNT, webhookWorld } from "../support/webhook-world.ts";

const NOTICE = {
  "detail-type": "webhook.paused",
  time: "2026-11-20T09:30:00Z",
  detail: {
    id: "ntc_1",
    account_id: ACCOUNT,
    owner: "account",
    url_host: "hooks.example.com",
    failing_since: "2026-11-19T09:30:00+00:00",
    paused_at: "2026-11-20T09:30:00+00:00",
  },
};
const records = (...bodies: unknown[]) => ({
  Records: bodies.map((body, i) => ({ messageId: `m${i}`, body: JSON.stringify(body) }) as SQSRecord), // the parts it reads
});

let folder: string;
beforeEach(() => {
  folder = passingFolder("mail-test-");
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("codes that are paused", () => {
  it("are mailed with their counts and what to do, to whoever is mailed of webhooks", async () => {
    const world = webhookWorld();
    await world.table.write({
      put: { ...keys.accountUser(ACCOUNT, "usr_1"), role: "admin", email: "ana@example.com" },
    });
    const times = { paused_at: "2026-11-20T09:30:00+00:00", paused_until: "2026-11-20T10:30:00+00:00" };
    const detail = { id: "ntc_2", account_id: ACCOUNT, sent: 60, verified: 5, ...times };
    const mailed: { to: string[]; subject: string; text: string }[] = [];
    const mail = { send: async (one: (typeof mailed)[number]) => void mailed.push(one) };

    const told = { "detail-type": "otps.paused", time: "2026-11-20T09:30:00Z", detail };
    const { batchItemFailures } = await mailNotices({ ...world.deps, mail }, records(told));

    expect(batchItemFailures).toEqual([]);
    expect(mailed).toMatchObject([{ to: ["ana@example.com"], subject: "Your codes are paused" }]);
    expect(mailed[0]?.text).toContain("Of the 60 codes");
    expect(mailed[0]?.text).toContain("to 2026-11-20T10:30:00+00:00");
  });
});

describe("an AI agent that fails", () => {
  it.each([
    ["bad_key", "rejects the API key"],
    ["no_credit", "out of credit"],
    ["rate_limited", "not accepting any more requests"],
    ["model_gone", "Choose another model"],
    ["unavailable", "not responding"],
  ])("is mailed with what mends it (%s), and where to see its state", async (reason, told) => {
    const world = webhookWorld();
    await world.table.write({
      put: { ...keys.accountUser(ACCOUNT, "usr_1"), role: "admin", email: "ana@example.com" },
    });
    const detail = { id: "ntc_3", account_id: ACCOUNT, instance_id: "inst_1", provider: "openai", reason };
    const mailed: { subject: string; text: string }[] = [];
    const mail = { send: async (one: (typeof mailed)[number]) => void mailed.push(one) };
    const notice = { ...detail, failed_at: "2026-11-20T09:30:00+00:00" };
    const event = { "detail-type": "agent.failed", time: "2026-11-20T09:30:00Z", detail: notice };

    expect((await mailNotices({ ...world.deps, mail }, records(event))).batchItemFailures).toEqual([]);

    expect(mailed).toMatchObject([{ subject: "Your AI agent is not answering" }]);
    expect(mailed[0]?.text).toContain(told);
    expect(mailed[0]?.text).toContain("GET /v1/instances/inst_1/ai-agent");
  });
});

describe("a paused webhook", () => {
  it("is mailed to an admin who came after six hundred others", async () => {
    const world = webhookWorld();
    for (let n = 0; n <= 600; n++) {
      const id = `usr_${String(n).padStart(4, "0")}`;
      const role = n === 600 ? "admin" : "viewer";
      await world.table.write({ put: { ...keys.accountUser(ACCOUNT, id), role, email: `${id}@example.com` } });
    }
    const mailed: { to: string[] }[] = [];
    const mail = { send: async (one: (typeof mailed)[number]) => void mailed.push(one) };

    await mailNotices({ ...world.deps, mail }, records(NOTICE));

    expect(mailed).toMatchObject([{ to: ["usr_0600@example.com"] }]);
  });

  it("is mailed to the account's admins and to nobody else; the log holds no address", async () => {
    const world = webhookWorld();
    const user = (id: string, role: string, email: string) =>
      world.table.write({ put: { ...keys.accountUser(ACCOUNT, id), role, email } });
    await user("usr_1", "admin", "ana@example.com");
    await user("usr_2", "agent", "bia@example.com");

    const deps = { ...world.deps, mail: fileMail(folder) };
    await mailNotices(deps, records(NOTICE));
    await mailNotices(deps, records(NOTICE)); // a queue delivers twice: it is the same mail

    expect(readdirSync(folder)).toEqual(["ntc_1.eml"]);
    const eml = readFileSync(join(folder, "ntc_1.eml"), "utf8");
    expect(eml).toContain("To: ana@example.com\r\n");
    const text = Buffer.from(eml.split("\r\n\r\n")[1] ?? "", "base64").toString();
    expect(text).toContain("hooks.example.com");
    expect(text).toContain("POST /v1/webhook/try");
    expect(JSON.stringify(world.logged)).not.toContain("@");
  });

  it("is mailed to the account's contact while the panel has no admin, and to nobody when there is none", async () => {
    const world = webhookWorld();
    const mailed: string[][] = [];
    const mail = { send: async ({ to }: { to: string[] }) => void mailed.push(to) };
    await mailNotices({ ...world.deps, mail }, records(NOTICE));
    expect(world.logged.at(-1)?.message).toContain("no one to mail");

    await world.table.write({ put: { ...keys.account(ACCOUNT), id: ACCOUNT, contact_email: "owner@example.com" } });
    await mailNotices({ ...world.deps, mail }, records(NOTICE));
    const agent = { ...keys.accountUser(ACCOUNT, "usr_2"), role: "agent", email: "bia@example.com" };
    await world.table.write({ put: agent });
    await mailNotices({ ...world.deps, mail }, records(NOTICE));
    expect(mailed).toEqual([[], ["owner@example.com"], ["owner@example.com"]]);
  });

  it("stays on the bus where no mail is set up, and the log says so", async () => {
    const world = webhookWorld();

    expect(await mailNotices({ ...world.deps, mail: null }, records(NOTICE))).toEqual({ batchItemFailures: [] });

    expect(world.logged.at(-1)?.message).toContain("only sent to the bus");
  });

  it("goes back to the queue when its mail can't be sent; what is no notice is dropped", async () => {
    const world = webhookWorld();
    const mail = { send: () => Promise.reject(new Error("no disk")) };

    expect(await mailNotices({ ...world.deps, mail }, records({ nothing: 1 }, NOTICE))).toEqual({
      batchItemFailures: [{ itemIdentifier: "m1" }],
    });
  });

  it("goes back untried behind one that found the mail service away, and what was mailed does not", async () => {
    const world = webhookWorld();
    let asked = 0;
    const mail = {
      async send() {
        if (++asked > 1) throw Object.assign(new Error("no answer"), { name: "TimeoutError" });
      },
    };

    expect(await mailNotices({ ...world.deps, mail }, records(NOTICE, NOTICE, NOTICE, NOTICE))).toEqual({
      batchItemFailures: ["m1", "m2", "m3"].map((itemIdentifier) => ({ itemIdentifier })),
    });
    expect(asked).toBe(2);
  });
});
