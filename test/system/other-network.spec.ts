import { readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { selfSignedCertificate } from "../../simulated-network/src/media/self-signed-certificate.ts";
import { networkIdentity } from "../../simulated-network/src/wire/handshake/certificate.ts";
import { spawnNetwork } from "../network/support/spawn-network.ts";
import { eventually } from "../support/eventually.ts";
import { caller, ended, type Gateway, spawnGateway, startGateway, temporaryFolder } from "../support/gateway.ts";
import { inbox, linkNumber } from "../support/linked-number.ts";
import { runAdmin } from "../support/operator-command.ts";

const SHOP = "15550001101";
const ANA = "15550001102";
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

interface Envelope<T> {
  data: T;
}

/** Starts a network run by another owner: its own process, keys, and certificates, reached over TLS. */
async function startOther(folder: string) {
  const network = await spawnNetwork({ name: "another network" });
  const { certificate, privateKey } = selfSignedCertificate("Another network");
  const front: Server = createServer({ cert: certificate, key: privateKey }, (socket) => {
    const line = connect(Number(new URL(network.url).port), "127.0.0.1");
    socket.pipe(line).pipe(socket);
    for (const end of [socket, line])
      end.on("error", () => {}).on("close", () => [socket, line].map((it) => it.destroy()));
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const caFile = join(folder, "authorities.pem");
  writeFileSync(caFile, `${certificate}\n${readFileSync(network.mediaCaFile, "utf8")}`);
  return {
    network,
    env: {
      PACE: "1",
      NETWORK: "custom",
      NETWORK_URL: `wss://127.0.0.1:${(front.address() as AddressInfo).port}/ws/chat`,
      NETWORK_ROOT_KEY: network.rootPublicKey,
      NETWORK_CA_FILE: caFile,
    },
    async stop() {
      front.close();
      await network.stop();
    },
  };
}

describe("a gateway on another network than the simulated one of its own", () => {
  const folder = temporaryFolder();
  let other: Awaited<ReturnType<typeof startOther>>;
  let gateway: Gateway;
  let instance: string;

  beforeAll(async () => {
    other = await startOther(folder.path);
    gateway = await startGateway(join(folder.path, "data"), other.env);
  });
  afterAll(async () => {
    await gateway?.stop();
    await other?.stop();
    folder.remove();
  });

  it("trusts that network's root key, which is not the one of our own", () => {
    expect(other.network.rootPublicKey).not.toBe(networkIdentity("simulated messaging network").rootPublicKey);
    expect(gateway.network.rootPublicKey).toBe(other.network.rootPublicKey);
  });

  it("says plainly where it talks to and what the risk is, before it is ready", async () => {
    await expect.poll(gateway.output).toContain("Ctrl-C stops.");
    const [before, after] = gateway.output().split("The gateway is ready.");
    expect(before).toMatch(/unofficial client/);
    expect(before).toMatch(/Link a number that you can lose/);
    expect(after).not.toContain("Sandbox");
  });

  it("has no sandbox: its paths are unknown like any other", async () => {
    expect(gateway.sandboxUrl).toBe("");
    for (const path of ["/phones", "/faults", "/clock"]) {
      const answer = await gateway.api<{ message: string }>("POST", path, {});
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual((await gateway.api("POST", "/unknown", {})).body);
    }
  });

  it("links a number over it", async () => {
    const sandbox = caller(other.network.sandboxUrl, {});
    ({ id: instance } = await linkNumber({ ...gateway, sandbox }, SHOP));
    await sandbox("POST", "/phones", { phone: ANA, name: "Ana" });

    const shown = await gateway.api<Envelope<object>>("GET", `/v1/instances/${instance}`);
    expect(shown.body.data).toMatchObject({ phone: SHOP, status: "working" });
  });

  it("carries messages both ways, files too", async () => {
    const sandbox = caller(other.network.sandboxUrl, {});
    const media = { data: PIXEL, mimetype: "image/png" };
    const written = await sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, media });
    expect(written.status).toBe(201);
    const url = await eventually("the picture", async () => {
      const { body } = await gateway.api<Envelope<{ media: { url: string | null } | null }[]>>(
        "GET",
        "/v1/messages?direction=in",
      );
      return body.data.find(({ media }) => media?.url)?.media?.url;
    });
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).toString("base64")).toBe(PIXEL);

    const sent = await gateway.api<Envelope<{ id: string }>>("POST", "/v1/messages", {
      instance_id: instance,
      to: ANA,
      text: "That very one.",
    });
    await eventually("the answer's delivery", async () => {
      const { body } = await gateway.api<Envelope<{ status: string }>>("GET", `/v1/messages/${sent.body.data.id}`);
      return body.data.status === "delivered";
    });
    const seen = await inbox({ ...gateway, sandbox }, ANA);
    expect(seen.filter(({ text }) => text === "That very one.")).toHaveLength(1);
  });

  it("takes the operator's commands, which need no sandbox to know the time", async () => {
    const { TABLE_NAME: _none, ...env } = process.env;
    const { stdout } = await runAdmin(["account", "show"], { ...env, DATA_DIR: join(folder.path, "data") });

    expect(JSON.parse(stdout)).toMatchObject({ plan: "scale" });
  });

  it("goes on with the number after a restart", async () => {
    await gateway.stop();
    gateway = await startGateway(join(folder.path, "data"), other.env);

    const sandbox = caller(other.network.sandboxUrl, {});
    await sandbox("POST", `/phones/${ANA}/messages`, { to: SHOP, text: "And in blue?" });
    await eventually("the message", async () => {
      const { body } = await gateway.api<Envelope<{ body: string | null }[]>>("GET", "/v1/messages?direction=in");
      return body.data.some((message) => message.body === "And in blue?");
    });
  });

  it("does not give its folder to the sandbox", async () => {
    await gateway.stop();

    const { child, output } = spawnGateway(join(folder.path, "data"), {});
    await ended(child);

    expect(child.exitCode).toBe(1);
    expect(output()).toMatch(/created for NETWORK=custom .*was started for NETWORK=sandbox/);
  });
});

describe("NETWORK=whatsapp", () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  it("starts without any simulated network, and tells of the risk", async () => {
    const gateway = await startGateway(join(folder.path, "real"), { NETWORK: "whatsapp", PACE: "1" });
    await expect.poll(gateway.output).toContain("Ctrl-C stops.");
    const list = await gateway.api<Envelope<unknown[]>>("GET", "/v1/instances");

    expect(list.body.data).toEqual([]);
    expect(gateway.sandboxUrl).toBe("");
    expect(gateway.network).toEqual({ url: "", rootPublicKey: "" });
    const [before] = gateway.output().split("The gateway is ready.");
    expect(before).toMatch(/connected to the real WhatsApp network/);
    expect(before).toMatch(/can permanently ban a number/);
    expect(gateway.output()).toContain("Your own phone");
    expect(await gateway.stop()).toBe(0);
  });

  it("refuses shortened pauses", async () => {
    const { child, output } = spawnGateway(join(folder.path, "short"), { NETWORK: "whatsapp", PACE: "0.01" });
    await ended(child);

    expect(child.exitCode).toBe(1);
    expect(output()).toMatch(/PACE must be 1 with NETWORK=whatsapp/);
  });
});
