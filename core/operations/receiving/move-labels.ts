import type { InstanceId } from "../../contracts/ids.ts";
import type { ChatFields } from "../../records/chats/chat-fields.ts";
import { labelRecords } from "../../records/chats/label.ts";
import { keys } from "../../store/keys.ts";
import type { Table, Write } from "../../store/table.ts";

/**
 * Gives one chat's labels to another: their rows go over, and a label that both have is counted once less. The chats' own
 * records are the caller's. Refused when a label that is counted was deleted meanwhile.
 */
export async function moveLabels(
  table: Table,
  instance: InstanceId,
  chats: { from: string; to: string },
  to: ChatFields | null,
  from: ChatFields | null,
): Promise<Write[]> {
  const labels = from?.labels ?? [];
  const shared = labels.filter((label) => to?.labels?.includes(label));
  const stored = await table.getMany(shared.map((label) => keys.label(instance, label)));
  return [
    ...labels.map((label): Write => ({ delete: keys.labelled(instance, label, chats.from) })),
    ...labels
      .filter((label) => !shared.includes(label))
      .map((label): Write => ({ put: { ...keys.labelled(instance, label, chats.to) } })),
    ...shared
      .filter((label) => labelRecords.among(stored, instance, label) !== null)
      .map((label): Write => ({ update: keys.label(instance, label), add: { count: -1 }, if: [{ item: "exists" }] })),
  ];
}
