import { describe, expect, it } from "vitest";
import { codeOf, files, isInside } from "./sources.ts";

/** The parts of the repository that never meet in one file: within each, an exported type's name means one thing. */
const PACKAGES: Record<string, readonly string[]> = {
  gateway: ["core", "functions", "session-service", "lib", "bin", "build", "local"],
  panel: ["panel"],
  network: ["simulated-network"],
  n8n: ["clients/n8n"],
  sdk: ["clients/sdk"],
};

/** Two homes of one thing: what customers see of it, and what is stored of it. */
const isRecordAndContract = (paths: readonly string[]) =>
  paths.length === 2 &&
  ["core/contracts", "core/records"].every((folder) => paths.some((path) => isInside(path, folder)));

/** Names that two files export, and why they do. A name that is given up leaves this table, too. */
const DOUBLE: Record<string, string> = {
  Chat: "a chat of the interface; a chat's address on the network: the latter is to be renamed",
  DeadLetterQueue: "the client of a queue; the construct that makes it",
  Json: "a JSON value, of the code that is deployed and of the services that stand in for AWS, which import none of it",
  Key: "a record's key; a key of the local KMS",
  LaneWorker: "what works a lane; the construct that runs it",
  Message: "a message of the interface; a message of the local SQS, by Amazon's name",
  PanelFiles: "where the panel's files are: a construct; a folder of one machine",
  Records: "a noun's reads and writes; the local DynamoDB's stream, by Amazon's name",
  ShardQueues: "the construct of the shards' queues; the client of them",
  Table: "the store's interface; a table of the local DynamoDB, by Amazon's name",
  Template: "a CloudFormation template for each of its three readers, by Amazon's name; a broadcast's text with places",
  Actor: "who changes a message; who did what is in the activity: to be renamed",
  Answer: "a server's answer; a person's answer to a broadcast: to be renamed",
  Asked: "what a tool was asked; how asking the network ended: to be renamed",
  Budget: "three budgets, of bytes, of money and of writes: to be renamed",
  ChatState: "where an automation is in a chat; how a chat is listed: to be renamed",
  Failure: "why a job of the inbox failed; why a lane's row did: to be renamed",
  GroupChange: "a change that the network reports; one that a customer asks for: to be renamed",
  Identity: "who signs in; the provider that people sign in at: to be renamed",
  Judged: "what a broadcast was found to be; what a message was: to be renamed",
  KeyRefused: "an API key that is not made; a key that the local DynamoDB refuses: to be renamed",
  Marks: "what a kind of message marks; the marks of people: to be renamed",
  MessagePlace: "where a message is listed; where it is, for who may change it: to be renamed",
  NamedPerson: "a person under the key of their record; a person as the network names them: to be renamed",
  Part: "a group of dependencies; a process of one machine: to be renamed",
  Place: "where a message is accepted into; a place in a template: to be renamed",
  Plan: "what a customer pays for; which keys are to be written: to be renamed",
  Profile: "a number's public profile; the sizes of a deployment: to be renamed",
  ReadMessage: "a message that a customer has read; one that was decoded: to be renamed",
  Recipient: "whom a message goes to; one of a broadcast's people: to be renamed",
  Recording: "what a provider is to write down; a voice note: to be renamed",
  Refused: "a stand-in's refusal; a retry that is refused: to be renamed",
  Role: "a user's role in an account; a member's in a group: to be renamed",
  Sender: "what sends a message in the API; what hands one to the network: to be renamed",
  Turn: "texts that get one answer; a broadcast's next recipient: to be renamed",
  Upload: "an upload of the panel, of a message and of the local S3: to be renamed",
  Waiting: "what a broadcast waits for; how many messages wait: to be renamed",
  WaitingCounts: "how many messages wait, as shown and as read: to be united",
};

/** The types, interfaces, classes and enums that a text exports under a name of its own. */
const typesIn = (text: string) =>
  [...codeOf(text).matchAll(/^export (?:declare )?(?:type|interface|(?:abstract )?class|(?:const )?enum) (\w+)/gm)].map(
    ([, name = ""]) => name,
  );

/** The names that two of these files export, without pairs of a record and its contract. */
function doubleNames(given: readonly { path: string; text: string }[]): string[] {
  const homes = new Map<string, string[]>();
  for (const { path, text } of given)
    for (const name of new Set(typesIn(text))) homes.set(name, [...(homes.get(name) ?? []), path]);
  return [...homes].flatMap(([name, paths]) => (paths.length > 1 && !isRecordAndContract(paths) ? [name] : []));
}

describe("the names of types", () => {
  it("mean one thing in a package: the names that two files export are known, each with its reason", () => {
    const found = Object.values(PACKAGES).flatMap((folders) =>
      doubleNames(files.filter(({ path }) => folders.some((folder) => isInside(path, folder)))),
    );
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(DOUBLE).toSorted());
  });

  it("are found in every form of an export, and not in a comment; a record and its contract may share one", () => {
    const text = "export interface A {}\nexport abstract class B {}\n// export type C = 1;\n/*\nexport type D = 1;\n*/";
    const one = (path: string) => ({ path, text });
    expect(typesIn(text)).toEqual(["A", "B"]);
    expect(doubleNames([one("core/a.ts"), one("functions/b.ts")])).toEqual(["A", "B"]);
    expect(doubleNames([one("core/contracts/a.ts"), one("core/records/b.ts")])).toEqual([]);
    expect(doubleNames([one("core/records/a.ts"), one("core/records/b.ts")])).toEqual(["A", "B"]);
  });
});
