import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { CreateSecretCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { createOriginSecret } from "../../bin/front/create-origin-secret.ts";
import { ROOT } from "../../build/bundle.ts";
import { faultOfDomain } from "../../lib/check-domain.ts";
import { faultOfPanel } from "../../lib/check-panel.ts";

const manager = mockClient(SecretsManagerClient);
const NOW = new Date("2026-11-20T09:30:05Z");
beforeEach(() => manager.reset());

const create = (whose: "front" | "panel" = "front") =>
  createOriginSecret(new SecretsManagerClient({ region: "us-east-1" }), { stage: "trial", whose }, NOW);
const kept = () => manager.commandCalls(CreateSecretCommand).map(({ args: [{ input }] }) => input);

describe("an origin secret", () => {
  it("is random, and told to nobody but Secrets Manager: the settings hold its name and its hash", async () => {
    manager.on(CreateSecretCommand).resolves({});

    const rows = [await create(), await create()];

    const secrets = kept().map(({ SecretString }) => SecretString ?? "");
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(rows.map(({ sha256 }) => sha256)).toEqual(
      secrets.map((secret) => createHash("sha256").update(secret).digest("hex")),
    );
    expect(rows[0]?.name).toBe("messaging-gateway-trial-origin-20261120093005");
    expect(rows[0]?.name).toBe(kept()[0]?.Name);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(["name", "sha256"]);
  });

  it("is taken by a stage's settings as it is printed", async () => {
    manager.on(CreateSecretCommand).resolves({});
    const domain = { name: "api.example.com", hostedZoneId: "Z1", hostedZoneName: "example.com" };
    const front = { originName: "origin.example.com", requestsPer5Min: 3_000, takesOver: false };
    expect(faultOfDomain({ baseUrl: null, domain, front: { ...front, originSecrets: [await create()] } })).toBeNull();
  });

  it("of a panel has a name of its own, and is taken as it is printed, too", async () => {
    manager.on(CreateSecretCommand).resolves({});
    const secret = await create("panel");
    expect(secret.name).toBe("messaging-gateway-trial-panel-20261120093005");
    const nothing = { panelDomain: null, panelCertificateArn: null, panelMailFrom: null, domain: null, front: null };
    expect(faultOfPanel({ hasPanel: true, ...nothing, panelOriginSecrets: [secret] })).toBeNull();
  });

  it.each([
    [["--stage", "dev", "--for", "api"], /front or panel, not "api"/],
    [[], /--stage is missing/],
    [["--stage", "nowhere"], /no stage "nowhere"/],
    [["--stage"], /stage/],
  ])("is not made by %j, which is answered in one sentence", (args, words) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, ["bin/origin-secret.ts", ...args], {
      cwd: ROOT,
      env: {},
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(words);
  });

  it("asks for a region in the words of the doctor if none is set", () => {
    const env = { PATH: process.env.PATH, AWS_CONFIG_FILE: "/dev/null", AWS_SHARED_CREDENTIALS_FILE: "/dev/null" };
    for (const args of [
      ["bin/origin-secret.ts", "--stage", "dev", "--for", "panel"],
      ["bin/admin.ts", "account", "list"],
    ]) {
      const keys = { ...env, AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", TABLE_NAME: "t", KMS_KEY_ID: "k" };
      const { stderr, status } = spawnSync(process.execPath, args, { cwd: ROOT, env: keys, encoding: "utf8" });
      expect([status, stderr]).toEqual([1, "No region is set. Set AWS_REGION.\n"]);
    }
  });
});
