import { AwsError } from "../service/aws-error.ts";
import { optionalText, text } from "../service/input.ts";
import { ACCOUNT, REGION } from "../service/names.ts";
import type { Action, Json } from "../service/service.ts";

/** A stored schedule group. The `default` group always exists and isn't stored. */
export interface ScheduleGroup {
  name: string;
  createdAt: number;
}

/** Creates, gets, deletes and lists schedule groups. */
export function groupActions(deps: {
  groups: ReadonlyMap<string, ScheduleGroup>;
  now: () => number;
  put(group: ScheduleGroup): void;
  remove(name: string): void;
}): Record<string, Action> {
  const standard: ScheduleGroup = { name: "default", createdAt: 0 };
  function existing(input: Json): ScheduleGroup {
    const name = text(input, "Name");
    const group = name === standard.name ? standard : deps.groups.get(name);
    if (!group)
      throw new AwsError("ResourceNotFoundException", `Schedule group ${name} does not exist.`, { status: 404 });
    return group;
  }

  return {
    CreateScheduleGroup(input) {
      const name = text(input, "Name");
      if (name === standard.name || deps.groups.has(name)) {
        throw new AwsError("ConflictException", `Schedule group ${name} already exists.`, { status: 409 });
      }
      deps.put({ name, createdAt: deps.now() });
      return { ScheduleGroupArn: arnOf(name) };
    },
    GetScheduleGroup: (input) => describe(existing(input)),
    DeleteScheduleGroup(input) {
      const { name } = existing(input);
      if (name === standard.name) throw new AwsError("ValidationException", "The default group cannot be deleted.");
      deps.remove(name);
      return {};
    },
    ListScheduleGroups(input) {
      const prefix = optionalText(input, "NamePrefix") ?? "";
      return {
        ScheduleGroups: [standard, ...deps.groups.values()].filter(({ name }) => name.startsWith(prefix)).map(describe),
      };
    },
  };
}

const arnOf = (name: string) => `arn:aws:scheduler:${REGION}:${ACCOUNT}:schedule-group/${name}`;

function describe({ name, createdAt }: ScheduleGroup): Json {
  const at = createdAt / 1_000;
  return { Arn: arnOf(name), Name: name, State: "ACTIVE", CreationDate: at, LastModificationDate: at };
}
