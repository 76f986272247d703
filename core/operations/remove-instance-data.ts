import type { MessageRecord } from "../contracts/message.ts";
import type { LaneDeps } from "../lanes/lane.ts";
import type { MediaStore } from "../ports.ts";
import { keys, lists } from "../store/keys.ts";
import { dropInstanceWebhook } from "./drop-instance-webhook.ts";
import type { Ownership } from "./send-steps.ts";

const PAGE = 50;

/**
 * Takes a removed instance's own webhook away, deletes its messages and files, then the pointer by which a task finds
 * the instance: whoever takes over from a task that died in between begins again. The list it goes by lags, and what it misses is deleted with its
 * 30 days; customers see none of it since the removal. Spec: Instance lifecycle, delete.
 */
export async function removeInstanceData(
  deps: LaneDeps & { media: MediaStore },
  own: Ownership,
  shard: number,
): Promise<void> {
  await dropInstanceWebhook(deps, own.account_id, own.instance_id);
  const list = lists.messagesOfInstance(own.instance_id);
  let after: string | undefined;
  for (;;) {
    const page = await deps.table.query({ pk: list, index: "by_instance", limit: PAGE, ...(after && { after }) });
    const places = page.items.map((item) => keys.message(own.account_id, item.sk));
    const records = (await deps.table.getMany(places)) as unknown as MessageRecord[]; // message rows
    for (const { file } of records) if (file) await deps.media.remove(file.key);
    await Promise.all(places.map((place) => deps.table.write({ delete: place })));
    after = page.items.at(-1)?.sk;
    if (!page.more || after === undefined) break;
  }
  await deps.table.write({ delete: keys.shardInstance(shard, own.instance_id) });
}
