import { mergePerson } from "../../core/operations/receiving/merge-person.ts";
import { callRecords } from "../../core/records/call.ts";
import type { CommandAnswer, LinkCommand, NumberCommand } from "../../core/records/command.ts";
import { declineCall } from "../inbox/incoming-call.ts";
import type { CommandTools } from "./command-tools.ts";
import { copyContactPicture } from "./contact-picture.ts";
import { PictureRefused } from "./given-picture.ts";
import { changeProfile, readProfile } from "./number-profile.ts";
import { refused } from "./perform-command.ts";

/** The commands that require an open connection. */
export type ConnectedCommand = Exclude<NumberCommand, LinkCommand | { kind: "test_proxy" }>;

type Handler<C> = (tools: CommandTools, command: C) => Promise<CommandAnswer>;

const HANDLERS: { [K in ConnectedCommand["kind"]]: Handler<Extract<ConnectedCommand, { kind: K }>> } = {
  async check({ deps, session, network }, { phone }) {
    const form = await network.networkForm(phone);
    if (form !== null && form !== phone) await mergePerson(deps, session, { phone: form, private_id: phone });
    return { ok: true, result: { on_messenger: form !== null, ...(form !== null && { phone: form }) } };
  },

  async reject_call({ deps, session, network }, { call_id }) {
    const call = await callRecords.read(deps.table, session.instance_id, call_id);
    if (!call || call.state === "ended") return refused("conflict", "The call is over.");
    if (call.state === "ringing") await declineCall({ deps, owner: session }, network, call);
    return { ok: true };
  },

  async set_blocked({ setBlocked }, { person, blocked, shown_name }) {
    await setBlocked(person, blocked, shown_name);
    return { ok: true };
  },

  async contact_picture(tools, { person }) {
    const picture = await copyContactPicture(tools, person);
    return picture ? { ok: true, result: picture } : refused("unavailable");
  },

  async preview_link({ deps }, { link }) {
    const made = await deps.preview(link);
    if (!made) return { ok: true, result: { preview: null } };
    const { title, description, thumbnail } = made;
    return { ok: true, result: { preview: { title, description, picture: thumbnail?.toString("base64") ?? null } } };
  },

  async read_profile(tools) {
    return { ok: true, result: await readProfile(tools) };
  },

  async change_profile(tools, command) {
    try {
      return { ok: true, result: await changeProfile(tools, command) };
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error;
      return refusedPicture(error.message);
    }
  },
};

const refusedPicture = (sentence: string): CommandAnswer => ({
  ok: false,
  code: "validation_failed",
  errors: { picture: [sentence] },
});

/**
 * Carries out a command about the linked number itself. @throws FenceLost, NetworkRefusal, AnswerUnknown and connection
 * errors. After AnswerUnknown or a connection error, the command may or may not have been carried out.
 */
export function performNumberCommand(tools: CommandTools, command: ConnectedCommand): Promise<CommandAnswer> {
  const handle: Handler<never> = HANDLERS[command.kind];
  return handle(tools, command as never); // the table pairs each kind with its handler
}
