import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { lostExports, type Templates } from "../../bin/gate/lost-exports.ts";
import { GatedTemplate } from "../../bin/gate/template.ts";
import { ROOT } from "../../build/bundle.ts";
import { STAGES, type StageRow } from "../../lib/config.ts";
import { commandsIn } from "../support/cli/commands-in.ts";
import { BACKUP } from "./backup-stage.ts";
import { frontOf } from "./front-stage.ts";
import { PANEL } from "./panel-stage.ts";
import { synthesised } from "./synthesised.ts";

/** The order in which a full deployment creates the stacks, each after the stacks it needs. */
const IN_ORDER = ["Data", "Queues", "Stream", "Service", "Session", "Panel", "Front"];

const page = readFileSync(join(ROOT, "docs/deployment.md"), "utf8");
const sectionOf = (title: string) =>
  page.split(/^#+ /m).find((part) => part.startsWith(`${title}\n`)) ?? `There is no section ${title}.`;

afterAll(() => {
  delete STAGES.trial;
});

/** Returns a stage's stacks by the ids used in the page's commands, such as `Data` and `Panel`. */
function stacksOf(row: Partial<StageRow>): Templates {
  STAGES.trial = { stage: "trial", alarmEmail: "a@example.com", ...BACKUP, ...PANEL, ...frontOf("trial"), ...row };
  const idOf = (part: string) => part.charAt(0).toUpperCase() + part.slice(1);
  return Object.fromEntries(
    Object.entries(synthesised("trial")).map(([part, { template }]) => [
      idOf(part),
      GatedTemplate.parse(template.toJSON()),
    ]),
  );
}

const everything = stacksOf({ profile: "standard" });

describe("removing a stage, as the page says it", () => {
  const section = sectionOf("Removing a stage");
  const destroyed = [...section.matchAll(/cdk destroy -e (\w+)|delete-stack .*-(front)\b/g)].map(
    ([, id, front]) => id ?? (front && "Front") ?? "",
  );

  it("removes each stack once", () => {
    expect([...destroyed].sort()).toEqual(Object.keys(everything).sort());
  });

  it("never removes a stack whose exports another one still reads, which CloudFormation refuses", () => {
    let left = everything;
    for (const id of destroyed) {
      const { [id]: _, ...others } = left;
      expect([id, lostExports(left, others)]).toEqual([id, []]);
      left = others;
    }
  });

  it("says how each kind of thing goes that the stacks leave behind", () => {
    const GOES_BY: Record<string, string> = {
      "AWS::DynamoDB::Table": "dynamodb delete-table",
      "AWS::S3::Bucket": "s3 rb",
      "AWS::KMS::Key": "kms schedule-key-deletion",
      "AWS::Events::EventBus": "events delete-event-bus",
      "AWS::Cognito::UserPool": "cognito-idp delete-user-pool",
      "AWS::Backup::BackupVault": "backup delete-backup-vault",
      // Lambda deletes a version together with its function.
      "AWS::Lambda::Version": "",
    };
    const kept = Object.values(everything).flatMap(({ Resources }) =>
      Object.values(Resources).flatMap(({ Type, DeletionPolicy = "" }) =>
        /^Retain/.test(DeletionPolicy) ? [Type] : [],
      ),
    );
    expect([...new Set(kept)].sort()).toEqual(Object.keys(GOES_BY).sort());
    const said = commandsIn(section, "aws").map(({ words: [service, command] }) => `${service} ${command}`);
    expect(said).toEqual(expect.arrayContaining(Object.values(GOES_BY).filter((command) => command !== "")));
  });

  it("forgets no origin secret: the front's is in us-east-1, the panel's in the stage's region", () => {
    const secrets = commandsIn(section, "aws").filter(({ words }) => words[1] === "delete-secret");
    expect(secrets.map(({ words }) => words.includes("us-east-1"))).toEqual([true, false]);
  });
});

describe("from one profile to the other, as the page says it", () => {
  const small = stacksOf({ profile: "small" });
  const down = /\*\*Down\*\*:([\s\S]*?)\n\n/.exec(sectionOf("Profiles, and moving between them"))?.[1] ?? "";
  const deployed = [...down.matchAll(/cdk deploy ((?:--exclusively )?)([A-Z]\w+(?: [A-Z]\w+)*)/g)];

  /**
   * The stacks deployed by the page's commands, in the order of the commands. Stacks deployed by the same command are
   * ordered by their dependencies.
   */
  const order = deployed.flatMap(([, , ids = ""]) => IN_ORDER.filter((id) => ids.split(" ").includes(id)));

  it.each([
    ["with a panel and a front", everything, small],
    ["with neither", withoutExtras(everything), withoutExtras(small)],
  ])(
    "down, %s, no stack lets go of an export that a deployed one still reads, or reads one that is not there",
    (_, before, after) => {
      expect(order).toEqual(expect.arrayContaining(["Data", "Service", "Session", "Panel"]));
      let now = before;
      for (const id of order.filter((one) => one in after)) {
        const next = { ...now, [id]: after[id] as GatedTemplate }; // it is in there, see above
        expect([id, lostExports(now, next)]).toEqual([id, []]);
        expect([id, missing(next)]).toEqual([id, []]);
        now = next;
      }
    },
  );

  it("would stop without the panel's deployment before the data stack's", () => {
    const { Data = NOTHING, Session = NOTHING, Service = NOTHING } = small;
    const before = { ...everything, Session, Service };
    expect(lostExports(before, { ...before, Data }).flatMap(({ readBy }) => readBy)).toContain("Panel");
  });
});

const NOTHING: GatedTemplate = { Resources: {}, Outputs: {} };

/** Returns exports that a stack imports but no stack defines. */
function missing(stacks: Templates): string[] {
  const there = Object.values(stacks).flatMap(({ Outputs }) => Object.values(Outputs).map((one) => one.Export?.Name));
  const read = [...JSON.stringify(stacks).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = ""]) => name);
  return [...new Set(read)].filter((name) => !there.includes(name));
}

function withoutExtras({ Panel: _, Front: __, ...others }: Templates): Templates {
  return others;
}
