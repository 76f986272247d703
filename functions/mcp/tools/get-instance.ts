import * as z from "zod";

import { getInstance } from "../../api/instances/get-instance.ts";
import { dataOf } from "../shown.ts";
import { tool } from "../tool.ts";
import { instanceId, Thing } from "./arguments.ts";

/** The `get_instance` tool. */
export const getInstanceTool = tool("get_instance", {
  input: z.object({ instance_id: instanceId() }),
  output: z.object({ instance: Thing, in_words: z.array(z.string()) }),
  async call({ run }, { instance_id }) {
    const { chat_link: _link, ...instance } = dataOf(await run(getInstance, { params: { id: instance_id } }));
    return { instance, in_words: wordsOf(instance) };
  },
});

/** Describes a number's protection in sentences. */
function wordsOf(instance: Record<string, unknown>): string[] {
  const { protection, safety, status } = instance as {
    status: string;
    protection: {
      new_contacts_left_today: number;
      quiet_now: boolean;
      restricted: boolean;
      new_chats_paused: boolean;
    } | null;
    safety: { level: string; reasons: { text: string }[] } | null;
  };
  const said = [
    status === "working" ? "The number works." : `The number is ${status}. Messages wait until it works again.`,
  ];
  if (protection) {
    said.push(
      `The number can still write to ${protection.new_contacts_left_today} people who have never written today.`,
    );
    if (protection.quiet_now) said.push("It is night for this number, so first messages wait until morning.");
    if (protection.new_chats_paused) said.push("New chats are paused, to keep the number from being banned.");
    if (protection.restricted) said.push("WhatsApp is currently restricting this number.");
  }
  return [...said, ...(safety?.reasons.map(({ text }) => text) ?? [])];
}
