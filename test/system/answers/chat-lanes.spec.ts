import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { type Gateway, startGateway, temporaryFolder } from "../../support/gateway.ts";
import { inbox, linkNumber } from "../../support/linked-number.ts";

type Json = Record<string, unknown>;

const ANA = "5511977770001";

describe("an agent on one machine", () => {
  const folder = temporaryFolder();
  let gateway: Gateway;
  let shop: { id: string; phone: string };
  const agent = () => `/v1/instances/${shop.id}/ai-agent`;
  const calls = async () => (await (await fetch(`${gateway.aiUrl}/calls`)).json()) as { path: string }[];

  /** Counts the chat wake-ups that aren't due yet. */
  async function wakeupsToCome(): Promise<number> {
    const { AWS_ENDPOINT_URL: endpoint = "", AWS_REGION: region = "", CHAT_QUEUE_URL: QueueUrl } = gateway.awsEnv;
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const sqs = new SQSClient({ endpoint, region, credentials });
    const delayed = "ApproximateNumberOfMessagesDelayed" as const;
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [delayed] }));
    sqs.destroy();
    return Number(Attributes?.[delayed]);
  }

  beforeAll(async () => {
    gateway = await startGateway(folder.path, { EPHEMERAL: "1", PACE: "0.01" });
    await gateway.sandbox("POST", "/phones", { phone: ANA, name: "Ana" });
    shop = await linkNumber(gateway, "5511988880000");
  });
  afterAll(async () => {
    await gateway?.stop();
    folder.remove();
  });

  it("has its key tried by the worker of chats, at the stand-in whose key npm start prints", async () => {
    const knowledge = "Delivery costs 5 euros in the whole city.";
    const set = await gateway.api("PATCH", agent(), {
      enabled: true,
      api_key: gateway.aiDemoKey,
      knowledge,
      wait_seconds: 30,
    });
    expect(set.status).toBe(200);

    await eventually("the key to be tried", async () => (await calls()).length > 0);
    const { body } = await gateway.api<{ data: Json }>("GET", agent());
    expect(body.data).toMatchObject({ state: "on", state_reason: null });
  });

  it("answers who writes; a clock that is moved has waited for it", async () => {
    await gateway.sandbox("POST", `/phones/${ANA}/messages`, { to: shop.phone, text: "What does delivery cost?" });
    // The agent waits a while in case the person writes more.
    await eventually("the chat's wake-up to be on its way", async () => (await wakeupsToCome()) > 0);

    const moved = await gateway.sandbox<Json>("POST", "/clock", { advance_seconds: 30 });

    expect(moved.body).toMatchObject({ settled: true });
    expect((await inbox(gateway, ANA)).map(({ text }) => text)).toContain("Delivery costs 5 euros in the whole city.");
  });
});
