import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { linkNumber } from "../support/linked-number.ts";

const OWN_PHONE = "5511988880188";
const PERSON = "5511999990188";

/**
 * A request as sent by tritech/threadwire-laravel 2.0.0, according to its source code. `$NAMES` stand for values that
 * exist in this test.
 */
interface Recorded {
  /** The package's public method. */
  call: string;
  method: string;
  /** The path, relative to the base address configured for the package. */
  path: string;
  key?: string;
  body?: unknown;
  status: number;
  /** The name by which later requests refer to the record that this request creates. */
  keep?: string;
}

const recorded = JSON.parse(readFileSync(new URL("laravel/requests.json", import.meta.url), "utf8")) as Recorded[];

describe("the requests of the public Laravel package", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  const known = new Map<string, string>([["PERSON", PERSON]]);
  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1", PACE: "0.0001" });
    await gateway.sandbox("POST", "/phones", { phone: PERSON, name: "Sara" });
    known.set("INSTANCE", (await linkNumber(gateway, OWN_PHONE)).id);
    known.set("TOMORROW", new Date((await gateway.now()).getTime() + 86_400_000).toISOString());
    const group = await gateway.sandbox<{ chat_id: string }>("POST", "/groups", {
      subject: "Team",
      owner: OWN_PHONE,
      participants: [PERSON],
    });
    known.set("GROUP", group.body.chat_id);
    await gateway.sandbox("POST", `/phones/${PERSON}/messages`, { to: OWN_PHONE, text: "Hello" });
    await eventually("her message", async () => {
      const { body } = await gateway.api<{ data: unknown[] }>("GET", `/v1/messages?phone=${PERSON}`);
      return body.data.length > 0;
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  const filled = (text: string) => text.replaceAll(/\$([A-Z]+)/g, (name, of: string) => known.get(of) ?? name);

  it("are answered as it expects, with the base address set to this gateway", async () => {
    const answers: string[] = [];
    for (const { call, method, path, key, body, keep } of recorded) {
      if (call === "deleteMessage") {
        await eventually("the message to be sent", async () => {
          const { body: told } = await gateway.api<{ data: { sent_at: unknown } }>(
            "GET",
            filled("/v1/messages/$MESSAGE"),
          );
          return told.data.sent_at;
        });
      }
      const answer = await fetch(`${gateway.baseUrl}/v1/${filled(path)}`, {
        method,
        headers: {
          authorization: `Bearer ${gateway.apiKey}`,
          accept: "application/json",
          "user-agent": "threadwire-laravel",
          ...(key !== undefined && { "idempotency-key": key }),
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: filled(JSON.stringify(body)) }),
      });
      const text = await answer.text();
      if (keep !== undefined) known.set(keep, (JSON.parse(text) as { data: { id: string } }).data.id);
      answers.push(`${call}: ${answer.status}`);
    }
    expect(answers).toEqual(recorded.map(({ call, status }) => `${call}: ${status}`));
  });
});
