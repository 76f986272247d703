import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { dataFolder } from "../../local/system/kept-state.ts";
import { networkWords } from "../../local/system/network/network-words.ts";
import { networkName, refuseOtherNetwork } from "../../local/system/refuse-other-network.ts";
import { readSettings } from "../../local/system/settings.ts";
import { selfSignedCertificate } from "../../simulated-network/src/media/self-signed-certificate.ts";
import { passingFolder } from "../support/passing-folder.ts";

const folder = passingFolder("network-choice-");
afterAll(() => rmSync(folder, { recursive: true }));

const URL = "wss://network.example:5443/ws/chat";
const ROOT_KEY = "ab".repeat(32);
const custom = (more: Record<string, string> = {}) =>
  readSettings({ NETWORK: "custom", NETWORK_URL: URL, NETWORK_ROOT_KEY: ROOT_KEY, ...more });

describe("the network of one machine", () => {
  it("is the simulated one unless the settings name another", () => {
    expect(readSettings({}).network).toEqual({ kind: "sandbox" });
    expect(readSettings({ NETWORK: "whatsapp" }).network).toEqual({ kind: "whatsapp" });
    expect(custom().network).toEqual({ kind: "custom", url: URL, rootKey: ROOT_KEY, caFiles: [] });
  });

  it("has its own data folder, so that emptying the sandbox's loses no linked number", () => {
    expect(readSettings({}).dataDir).toBe(resolve(".data"));
    expect(readSettings({ NETWORK: "whatsapp" }).dataDir).toBe(resolve(".data-whatsapp"));
    expect(custom().dataDir).toBe(resolve(".data-custom"));
    expect(readSettings({ NETWORK: "whatsapp", DATA_DIR: "mine" }).dataDir).toBe(resolve("mine"));
  });

  it("is one of three words", () => {
    expect(() => readSettings({ NETWORK: "real" })).toThrow("NETWORK must be sandbox, whatsapp, custom");
  });

  it.each(["whatsapp", "custom"])("keeps the whole protection on NETWORK=%s", (network) => {
    const env = { NETWORK: network, NETWORK_URL: URL, NETWORK_ROOT_KEY: ROOT_KEY, PACE: "0.5", EPHEMERAL: "1" };

    const address = network === "custom" ? {} : { NETWORK_URL: "", NETWORK_ROOT_KEY: "" };
    expect(() => readSettings({ ...env, ...address })).toThrow(
      /PACE must be 1 with NETWORK=.*EPHEMERAL must be 0 with NETWORK=/,
    );
  });

  it("says in full what a half-set server of one's own lacks", () => {
    expect(() => readSettings({ NETWORK: "custom" })).toThrow(/NETWORK_URL is missing.*NETWORK_ROOT_KEY is missing/);
    expect(() => custom({ NETWORK_ROOT_KEY: "" })).toThrow("NETWORK_ROOT_KEY is missing");
    expect(() => custom({ NETWORK_URL: "" })).toThrow("NETWORK_URL is missing");
  });

  it.each([
    ["https://network.example", ROOT_KEY],
    ["network.example:5443", ROOT_KEY],
  ])("refuses the address %s", (url) => {
    expect(() => custom({ NETWORK_URL: url })).toThrow("NETWORK_URL must be an address that begins with ws://");
  });

  it.each(["ab", `${ROOT_KEY}00`, "xy".repeat(32)])("refuses the root key %s", (rootKey) => {
    expect(() => custom({ NETWORK_ROOT_KEY: rootKey })).toThrow("NETWORK_ROOT_KEY must be 32 bytes");
  });

  it("takes a root key in capitals", () => {
    expect(custom({ NETWORK_ROOT_KEY: ROOT_KEY.toUpperCase() }).network).toMatchObject({ rootKey: ROOT_KEY });
  });

  it("takes a file of certificates by any path, and refuses one that is missing or holds none", () => {
    const good = join(folder, "good.pem");
    writeFileSync(good, selfSignedCertificate().certificate);
    const empty = join(folder, "empty.pem");
    writeFileSync(empty, "no certificate");

    expect(custom({ NETWORK_CA_FILE: good }).network).toMatchObject({ caFiles: [good] });
    expect(() => custom({ NETWORK_CA_FILE: join(folder, "none.pem") })).toThrow(/NETWORK_CA_FILE names .*ENOENT/);
    expect(() => custom({ NETWORK_CA_FILE: folder })).toThrow(/NETWORK_CA_FILE names .*EISDIR/);
    expect(() => custom({ NETWORK_CA_FILE: empty })).toThrow(/NETWORK_CA_FILE names .*contains no certificate/);
  });

  it("goes on trusting what the machine trusts", () => {
    const [own, machines] = ["own", "machines"].map((name) => join(folder, `${name}.pem`));
    for (const path of [own, machines]) writeFileSync(String(path), selfSignedCertificate().certificate);
    const env = { NETWORK_CA_FILE: String(own), NODE_EXTRA_CA_CERTS: String(machines) };

    expect(custom(env).network).toMatchObject({ caFiles: [own, machines] });
    expect(custom({ ...env, NODE_EXTRA_CA_CERTS: join(folder, "gone.pem") }).network).toMatchObject({ caFiles: [own] });
    expect(custom({ NODE_EXTRA_CA_CERTS: String(machines) }).network).toMatchObject({ caFiles: [] });
  });

  it.each(["sandbox", "whatsapp"])("refuses an address with NETWORK=%s, which would pass over it", (network) => {
    expect(() => readSettings({ NETWORK: network, NETWORK_URL: URL })).toThrow(
      "NETWORK_URL is only for NETWORK=custom",
    );
  });
});

describe("the words at the start", () => {
  it("tell of the risk on every network but the simulated one", () => {
    expect(networkWords({ kind: "sandbox" }).warning).toBeNull();
    for (const choice of [readSettings({ NETWORK: "whatsapp" }).network, custom().network]) {
      if (!choice) throw new Error("A network was chosen.");
      const { warning } = networkWords(choice);
      for (const words of ["unofficial client", "ban", "number that you can lose", "protection is on"]) {
        expect(warning).toContain(words);
      }
    }
  });

  it("name the host of a server of one's own, never a password in its address", () => {
    const { network } = custom({ NETWORK_URL: "wss://me:secret@network.example/ws" });
    const words = networkWords(network ?? { kind: "sandbox" });
    expect(words.line).toContain("network.example");
    expect(`${words.line} ${words.warning}`).not.toContain("secret");
  });
});

describe("a data folder", () => {
  const made = (name: string, state: object) => {
    const dir = join(folder, name);
    const opened = dataFolder(dir);
    opened.open();
    opened.writeState({ ...opened.readState(), ...state });
    return { opened, env: { DATA_DIR: dir } };
  };

  it("is refused on another network than it was made for", () => {
    const sandbox = made("of-before", {}); // as written before networks could be chosen
    const real = made("real", { network: "whatsapp" });
    const own = made("own", { network: networkName(custom()) });

    const open = (folder: typeof real, env: Record<string, string>) =>
      refuseOtherNetwork(folder.opened, readSettings({ ...folder.env, ...env }));
    expect(() => open(sandbox, {})).not.toThrow();
    expect(() => open(sandbox, { NETWORK: "whatsapp" })).toThrow(
      /created for NETWORK=sandbox.*started for NETWORK=whatsapp/,
    );
    expect(() => open(real, { NETWORK: "whatsapp" })).not.toThrow();
    expect(() => open(real, {})).toThrow(/created for NETWORK=whatsapp.*started for NETWORK=sandbox.*DATA_DIR/);
    const address = { NETWORK: "custom", NETWORK_URL: "ws://elsewhere.example", NETWORK_ROOT_KEY: ROOT_KEY };
    expect(() => open(own, address)).not.toThrow();
    expect(() => open(own, { ...address, NETWORK_ROOT_KEY: "cd".repeat(32) })).toThrow("with the root key abababab…");
  });

  it("with a clock that was moved is refused for real numbers", () => {
    const { opened, env } = made("moved", { network: "whatsapp", clock_offset_ms: 86_400_000 });

    expect(() => refuseOtherNetwork(opened, readSettings({ ...env, NETWORK: "whatsapp" }))).toThrow("clock");
  });
});
