import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../build/bundle.ts";
import { commandsIn } from "../support/cli/commands-in.ts";
import { faultsOf } from "../support/cli/judge-command.ts";

const PAGES = ["README.md", "SECURITY.md", "docs/deployment.md", "docs/runbook.md", "docs/guides/deploy.md"];

const found = PAGES.flatMap((page) =>
  commandsIn(readFileSync(join(ROOT, page), "utf8"), "aws").map((one) => ({ ...one, at: `${page}:${one.line}` })),
);

describe("each command of AWS's in what operators read", () => {
  it("is found", () => {
    expect(found.length).toBeGreaterThan(30);
  });

  it.each(found)("$at is one that the CLI's own model takes: $text", ({ words }) => {
    expect(faultsOf(words)).toEqual([]);
  });
});

describe("what the CLI would refuse", () => {
  const ALARM = "--children-of-alarm-name messaging-gateway-prod-customers-affected";
  it.each([
    ["aws lamda list-functions", "there is no service lamda"],
    ["aws sqs purge", "sqs has no operation purge"],
    ["aws sqs receive-message --max-number-of-messages 10", "it needs --queue-url"],
    ["aws sqs receive-message --queue-url <url of it> --max 10", "it has no option --max"],
    ["aws ecs update-service … --service a", '"…" belongs to no option'],
    ["aws dynamodb list-backups --backup-type OLD", '--backup-type: "OLD" is none of USER, SYSTEM, AWS_BACKUP, ALL'],
    ["aws ecs update-service --service a --desired-count two", '--desired-count: "two" is no number'],
    ["aws kms schedule-key-deletion --key-id a --pending-window-in-days 400", '"400" is out of its bounds'],
    ["aws events delete-event-bus --name a?b", '--name: "a?b" is not of the form'],
    [`aws cloudwatch describe-alarms ${ALARM} --state-value ALARM`, "goes with no --state-value"],
    [`aws cloudwatch describe-alarms ${ALARM} --query "MetricAlarms[].Name"`, "the answer has no Name"],
    ["aws sns subscribe --topic-arn a --protocol https --endpoint b", "it has no option --endpoint"],
    ["aws lambda invoke --function-name a out.json more", '"more" belongs to no option'],
  ])("is found: %s", (text, fault) => {
    const [command] = commandsIn(`\`${text}\``, "aws");
    expect(faultsOf(command?.words ?? []).join("; ")).toContain(fault);
  });
});
