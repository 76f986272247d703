import { mediaKey } from "../../core/domain/files/media-key.ts";
import type { GroupFact, GroupSettings, NetworkGroup } from "../../core/domain/groups/group.ts";
import { ApiError } from "../../core/errors.ts";
import { groupRecords } from "../../core/records/chats/group.ts";
import type { GroupChange } from "../../core/records/command.ts";
import type { GroupSettingChange } from "../baileys/queries/group-side.ts";
import { AnswerUnknown } from "../baileys/shared/known-answer.ts";
import { NetworkRefusal } from "../baileys/shared/network-refusals.ts";
import { PartlyDone } from "./answer-to-error.ts";
import type { CommandTools } from "./command-tools.ts";
import { GROUP_PICTURE, givenPicture } from "./given-picture.ts";
import { asked, groupError, notDone, readBack } from "./group-answers.ts";

type Changed = Omit<Extract<GroupFact, { kind: "changed" }>, "kind">;

/** One step of a change, and the request field it comes from. */
interface Step {
  field: string;
  /** Sends the step to the network. @returns the changed fields with their new values. */
  ask(): Promise<Changed>;
  /** Whether a group that was read back shows the change, or null if that can't be determined. */
  isIn(group: NetworkGroup): boolean | null;
  /**
   * Whether the step can be repeated if the network didn't respond, because doing it twice has the same effect as doing
   * it once.
   */
  mayRepeat: boolean;
}

/** No step starts later than this, because the caller must be answered soon after. */
const LAST_BEGIN_MS = 6_000;
const OUT_OF_DATE = 409;
const JPEG = "image/jpeg";

/**
 * Changes a group, field by field. Changes that the network accepted are stored, even if it refuses the rest. The
 * picture is checked before anything is changed. @throws PictureRefused; ApiError; PartlyDone; AnswerUnknown;
 * NetworkRefusal; FenceLost.
 */
export async function changeGroup(tools: CommandTools, id: string, change: GroupChange): Promise<void> {
  const begunMs = tools.deps.monotonicMs();
  const before = await groupRecords.read(tools.deps.table, tools.session.instance_id, id);
  const jpeg = change.picture ? await givenPicture(tools.deps, change.picture, GROUP_PICTURE) : null;
  const steps = [
    ...textSteps(tools, id, change, before?.description_id ?? null),
    ...settingSteps(tools, id, change.settings ?? {}),
    ...(change.picture === undefined ? [] : [pictureStep(tools, id, jpeg)]),
  ];
  const done: string[] = [];
  let changed: Changed = {};
  try {
    for (const step of steps) {
      if (done.length > 0 && tools.deps.monotonicMs() - begunMs > LAST_BEGIN_MS) throw notDone();
      changed = { ...changed, ...merged(changed, await carryOut(tools, id, step)) };
      done.push(step.field);
    }
    await store(tools, id, changed);
  } catch (error) {
    await store(tools, id, changed);
    throw await failure(tools, id, done, error);
  }
  const { picture_key } = before ?? {};
  if (picture_key && change.picture !== undefined) await tools.deps.media.remove(picture_key);
}

/** Merges a step's result into the earlier results. Settings are changed one by one but stored together. */
const merged = (before: Changed, { settings, ...more }: Changed): Changed => ({
  ...more,
  ...(settings && { settings: { ...before.settings, ...settings } }),
});

async function store({ groups }: CommandTools, id: string, changed: Changed): Promise<void> {
  if (Object.keys(changed).length > 0) await groups.stored(id, { kind: "changed", ...changed });
}

/**
 * Returns the error for a failed change. If part of the change was made, the error states which part, and why the rest
 * was not. Spec: contract, groups.
 */
async function failure(tools: CommandTools, id: string, done: readonly string[], error: unknown): Promise<unknown> {
  const cause = await groupError(tools, id, error);
  if (done.length === 0) return cause;
  const isRefusal = cause instanceof NetworkRefusal && cause.code < 500 && cause.code !== 429;
  return new PartlyDone(done, isRefusal ? new ApiError("conflict", { message: REST_REFUSED }) : cause);
}

const REST_REFUSED = "The network refused part of the change.";

/** Carries out one step. If the network doesn't respond, reads the group back to determine the result. */
async function carryOut(tools: CommandTools, id: string, step: Step): Promise<Changed> {
  try {
    return await asked(step.field, step.ask);
  } catch (error) {
    if (!(error instanceof AnswerUnknown)) throw error;
    const { group } = await readBack(tools, id);
    if (group === null) throw new ApiError("group_not_found");
    const isDone = step.isIn(group);
    if (isDone) return {};
    if (isDone === null) throw error;
    if (!step.mayRepeat) throw notDone();
    return asked(step.field, step.ask);
  }
}

function textSteps(tools: CommandTools, id: string, change: GroupChange, before: string | null): Step[] {
  const { subject, description } = change;
  const steps: Step[] = [];
  if (subject !== undefined) {
    steps.push({
      field: "subject",
      async ask() {
        await tools.network.changeSubject(id, subject);
        return { subject };
      },
      isIn: (group) => group.subject === subject,
      mayRepeat: true,
    });
  }
  if (description !== undefined) {
    steps.push({
      field: "description",
      ask: () => changeDescription(tools, id, before, description),
      isIn: (group) => (group.description?.body ?? null) === description,
      mayRepeat: false,
    });
  }
  return steps;
}

/** Replaces the current description. If our copy is outdated, reads the group back and tries once more. */
async function changeDescription(
  tools: CommandTools,
  id: string,
  before: string | null,
  description: string | null,
): Promise<Changed> {
  const change = async (stands: string | null): Promise<Changed> => {
    const made = await tools.network.changeDescription(id, stands, description);
    return { description: made === null || description === null ? null : { id: made, body: description } };
  };
  try {
    return await change(before);
  } catch (error) {
    if (!(error instanceof NetworkRefusal && error.code === OUT_OF_DATE)) throw error;
    const { group } = await readBack(tools, id);
    if (group === null) throw new ApiError("group_not_found");
    return change(group.description?.id ?? null);
  }
}

function settingSteps(tools: CommandTools, id: string, settings: Partial<GroupSettings>): Step[] {
  const names = Object.keys(settings) as (keyof GroupSettings)[]; // Object.keys loses the key type
  return names.map((setting) => {
    const asSet = { [setting]: settings[setting] } as Partial<GroupSettings>;
    return {
      field: `settings.${setting}`,
      async ask() {
        await tools.network.changeSetting(id, { setting, value: settings[setting] } as GroupSettingChange);
        return { settings: asSet };
      },
      isIn: (group) => group.settings[setting] === settings[setting],
      mayRepeat: true,
    };
  });
}

const pictureStep = (tools: CommandTools, id: string, jpeg: Buffer | null): Step => ({
  field: "picture",
  async ask() {
    const picture_id = await tools.network.changePicture(id, jpeg);
    if (jpeg === null || picture_id === null) return { picture_id: null };
    const picture_copy = await storeCopy(tools, jpeg);
    return { picture_id, ...(picture_copy && { picture_copy }) };
  },
  isIn: () => null,
  mayRepeat: false,
});

/**
 * Stores our copy of a picture that the network has already accepted. @returns null if the copy could not be stored.
 */
export async function storeCopy({ deps, session }: CommandTools, jpeg: Buffer) {
  const now = deps.clock.now();
  const { account_id, instance_id } = session;
  const key = mediaKey(account_id, instance_id, deps.ids.next("picture", now));
  try {
    await deps.media.put(key, jpeg, { mimetype: JPEG, filename: null, maxBytes: jpeg.length });
    return { key, stored_ms: now.getTime() };
  } catch (error) {
    deps.log.warn({ instance_id, error: String(error) }, "a group's picture could not be copied");
    return null;
  }
}
