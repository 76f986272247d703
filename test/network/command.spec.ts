import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { FlagError, readFlags } from "../../simulated-network/src/command/flags.ts";
import { ROOT, sources } from "../architecture/sources.ts";
import { eventually } from "../support/eventually.ts";
import { passingFolder } from "../support/passing-folder.ts";
import { sandboxClient } from "./support/sandbox-client.ts";
import { ANA, at, OLGA } from "./support/stage.ts";

const PACKAGE = fileURLToPath(new URL("../../simulated-network", import.meta.url));
const NOW = new Date("2030-01-01T08:00:00Z");

/** Functions that stop commands left running by a failed test. */
const running = new Set<() => void>();
afterEach(() => {
  for (const end of running) end();
});

/** Starts the command on free ports. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [join(PACKAGE, "src/cli.ts"), "--port", "0", "--api-port", "0", ...args], {
    env: { ...process.env, AUTH_FOLDER: passingFolder("bot-") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  const end = () => void child.kill("SIGTERM");
  running.add(end);
  const ended = once(child, "close").then(([code]) => {
    running.delete(end);
    return code as number;
  });
  const line = (pattern: RegExp) => eventually(`${pattern} in ${said}`, () => pattern.exec(said)?.[1]);
  return { ended, end, line, said: () => said };
}

describe("the command line of the simulated network", () => {
  it("asks for two ports, keeps nothing and runs no bot by itself", () => {
    const bare = { port: 8091, apiPort: 8090, dataDir: null, startsAt: null, phones: [], faults: [], bot: [] };
    expect(readFlags([], NOW)).toMatchObject(bare);
  });

  it("takes phones, faults, a clock, a folder, and what follows -- as the bot's", () => {
    const line = "--phone 15550001001=Ana --phone +15550001002 --fault lose_acks --data here --clock 2030-02-01T08:00Z";
    expect(
      readFlags([...line.split(" "), "--fault", '{"kind":"delay"}', "--", "node", "bot.mjs", "--port"], NOW),
    ).toEqual({
      ...{ port: 8091, apiPort: 8090, dataDir: "here", name: "simulated network" },
      startsAt: new Date("2030-02-01T08:00:00Z"),
      phones: [
        { phone: "15550001001", name: "Ana" },
        { phone: "15550001002", name: "15550001002" },
      ],
      faults: [{ kind: "lose_acks" }, { kind: "delay" }],
      bot: ["node", "bot.mjs", "--port"],
    });
    expect([readFlags(["-h"], NOW), readFlags(["--version"], NOW)]).toEqual(["help", "version"]);
  });

  it.each([
    [["--prot", "1"], "Unknown option '--prot'. --help lists"],
    [["--port"], "argument missing"],
    [["bot.mjs"], "after --"],
    [["--"], "After -- comes the bot's command"],
    [["--port", "65536"], "--port takes a port from 0 to 65535"],
    [["--api-port", "-1"], "--api-port"],
    [["--name", " "], "--name takes a name"],
    [["--phone", "Ana"], '15550001001=Ana, not "Ana"'],
    [["--clock", "tomorrow"], 'not "tomorrow"'],
    [["--clock", "2030-02-01"], "with its offset"],
    [["--clock", "2029-12-31T08:00:00Z"], "has passed"],
    [["--fault", "{kind"], "this is no JSON: {kind"],
  ])("%j is refused with a sentence", (args, sentence) => {
    const read = () => readFlags(args, NOW);
    expect(read).toThrow(FlagError);
    expect(read).toThrow(sentence);
  });

  it("each request of the HTTP API is in the README, and no other", () => {
    const routes = sources(join(PACKAGE, "src/sandbox/routes")).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/route\(\s*"([A-Z]+ \/[^"]*)"/g)].map(([, line]) => line),
    );
    const named = [...readFileSync(join(PACKAGE, "README.md"), "utf8").matchAll(/`([A-Z]+ \/[^`]*)`/g)].map(
      ([, one]) => one,
    );
    expect(routes.length).toBeGreaterThan(70);
    expect(named.toSorted()).toEqual(routes.toSorted());
  });
});

describe("a bot that knows nothing of the simulated network", () => {
  it("links, hears and answers on it, and ends with it", async () => {
    const bot = [process.execPath, join(PACKAGE, "examples/echo-bot.mjs")];
    const network = start("--phone", `${OLGA}=Olga`, "--phone", `${ANA}=Ana`, "--", ...bot);
    const sandbox = sandboxClient(await network.line(/phones \(HTTP\) +(\S+)/));
    await sandbox.scan(OLGA, await network.line(/^scan (.+)$/m));
    await network.line(/^(open)$/m);

    await sandbox.write(ANA, { to: OLGA, text: "Are you open?" });

    const answer = () => sandbox.messages(ANA, at(OLGA)).then((all) => all.find(({ from }) => from === OLGA)?.text);
    expect(await eventually("an answer", answer)).toBe("You said: Are you open?");
    network.end();
    expect(await network.ended).toBe(143);
  });

  it("finds the simulated media store, and no server of the real network", async () => {
    const asks = `for (const host of ["mmg.whatsapp.net", "web.whatsapp.com"])
      await fetch("https://" + host + "/none").then((a) => console.log(host, a.status), (e) => console.log(host, e.cause.message));`;
    const network = start("--", process.execPath, "-e", asks);

    expect(await network.ended).toBe(0);
    expect(network.said()).toContain("mmg.whatsapp.net 404");
    expect(network.said()).toContain("web.whatsapp.com web.whatsapp.com is the real network");
  });

  it("that can't be started, a fault that is none, or a folder that is none, ends the command with a sentence", async () => {
    const [bot, fault] = [start("--", "no-such-bot"), start("--fault", "lose_ack")];
    const folder = start("--data", join(PACKAGE, "package.json/data"));

    expect([await bot.ended, await fault.ended, await folder.ended]).toEqual([1, 1, 2]);
    expect(folder.said()).toMatch(/^--data \S+data can't be used: ENOTDIR/);
    expect(bot.said()).toContain(`"no-such-bot" could not be started: there is no such program.`);
    expect(fault.said()).toMatch(/--fault \{"kind":"lose_ack"\}: kind: .*'lose_acks'/);
  });

  it("runs on what is published, too, which no TypeScript is left in", async () => {
    const folder = passingFolder("published-");
    cpSync(join(PACKAGE, "package.json"), join(folder, "package.json"));
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
    execFileSync(process.execPath, [join(PACKAGE, "build.mjs"), join(folder, "dist")]);
    const published = ["--port", "0", "--api-port", "0", "--", process.execPath, "-p", "process.env.NODE_OPTIONS"];

    const said = execFileSync(process.execPath, [join(folder, "dist/cli.js"), ...published], { encoding: "utf8" });
    expect(said).toContain("The simulated network runs on this machine.");
    expect(said).toContain(join(folder, "dist/preload.js"));
    const version = execFileSync(process.execPath, [join(folder, "dist/cli.js"), "--version"], { encoding: "utf8" });
    expect(version.trim()).toBe(JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")).version);
  });

  it("a port in use is named with the flag that chooses another", async () => {
    const first = start();
    const port = new URL(await first.line(/phones \(HTTP\) +(\S+)/)).port;
    const second = start("--api-port", port);

    expect(await second.ended).toBe(2);
    expect(second.said()).toContain(`Port ${port} is already in use: choose another with --api-port`);
    first.end();
    expect(await first.ended).toBe(0);
    expect(first.said()).toContain(`export NODE_OPTIONS='--import=file://`);
  });
});
