import { type GroupRecord, groupRecords } from "../../../core/records/chats/group.ts";
import type { CommandAnswer, GroupCommand } from "../../../core/records/command.ts";
import { ANA, OLGA } from "../../network/support/stage.ts";
import { eventually } from "../../support/eventually.ts";
import { SendingWorld } from "./sending-world.ts";

/**
 * Groups that include Olga's linked phone, on the network and in the table, and the commands that her session carries
 * out.
 */
export class GroupWorld {
  readonly sending: SendingWorld;

  private constructor(sending: SendingWorld) {
    this.sending = sending;
  }

  static async create(): Promise<GroupWorld> {
    return new GroupWorld(await SendingWorld.create());
  }

  get sandbox() {
    return this.sending.world.stage.sandbox;
  }

  /**
   * Creates a group owned by Ana that Olga belongs to, as an admin by default. @returns the group's id, once the group
   * is in the table.
   */
  async group(more: Record<string, unknown> = {}, { admin = true } = {}): Promise<string> {
    const plan = { subject: "Tea", owner: ANA, participants: [OLGA], ...more };
    const { chat_id } = await this.sandbox.newGroup(plan);
    const role = plan.owner === OLGA ? "owner" : admin ? "admin" : "member";
    if (role === "admin") await this.members(chat_id, "promote", [OLGA]);
    await this.shows(chat_id, ({ my_role }) => my_role === role);
    return chat_id;
  }

  members(group: string, action: string, participants: string[], by?: string) {
    return this.sandbox.changeMembers(group, { action, participants, ...(by && { by }) });
  }

  perform(command: GroupCommand): Promise<CommandAnswer> {
    return this.sending.session.perform(command);
  }

  /** Performs a command that has to succeed, and returns its result. */
  async done<T>(command: GroupCommand): Promise<T> {
    const answer = await this.perform(command);
    if (!answer.ok) throw new Error(`${command.kind} was refused: ${JSON.stringify(answer)}`);
    return answer.result as T; // the test names the shape
  }

  async record(group: string): Promise<GroupRecord> {
    return (await groupRecords.read(this.sending.world.table, this.sending.instance, group)) ?? {};
  }

  shows(group: string, holds: (record: GroupRecord) => boolean): Promise<unknown> {
    return eventually("the group to stand in the table", async () => holds(await this.record(group)));
  }

  /** Does the work while the network has a fault. */
  async during<T>(fault: Record<string, unknown>, work: () => Promise<T>): Promise<T> {
    await this.sandbox.fault({ ...fault, for_seconds: 600 });
    try {
      return await work();
    } finally {
      await this.sandbox.fault({ ...fault, for_seconds: 0 });
    }
  }

  tearDown(): Promise<void> {
    return this.sending.tearDown();
  }
}
